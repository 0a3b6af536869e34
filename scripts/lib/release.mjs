// What `npm run release` checks and writes, apart from running commands.

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;
const UNRELEASED = /^## \[Unreleased\].*$/m;

/**
 * @param {string} version without a leading v
 * @param {string[]} tags of the repository
 * @returns {string | null} why it cannot be released
 */
export function versionProblem(version, tags) {
  if (!VERSION.test(version)) return `${version} is not a version such as 1.4.0.`;
  const released = tags.filter((tag) => tag.startsWith('v') && VERSION.test(tag.slice(1)));
  const newest = released
    .map((tag) => tag.slice(1))
    .sort(compareVersions)
    .at(-1);
  if (newest !== undefined && compareVersions(version, newest) <= 0)
    return `${version} is not above ${newest}, the newest release.`;
  return null;
}

function compareVersions(one, other) {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  const at = ones.findIndex((number, index) => number !== others[index]);
  return at < 0 ? 0 : ones[at] - others[at];
}

/**
 * Gives the unreleased changes their version and day, and leaves an empty section for the next ones.
 * @param {string} changelog
 * @param {string} day `2026-11-26`
 * @returns {string | null} null without unreleased changes
 */
export function releaseChangelog(changelog, version, day) {
  const heading = UNRELEASED.exec(changelog);
  if (!heading) return null;
  const start = heading.index + heading[0].length;
  const end = changelog.indexOf('\n## ', start);
  if (!/^- /m.test(changelog.slice(start, end < 0 ? undefined : end))) return null;
  return `${changelog.slice(0, heading.index)}## [Unreleased]\n\n## [${version}] - ${day}${changelog.slice(start)}`;
}
