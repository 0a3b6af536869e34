import { describe, expect, it } from 'vitest';
import { releaseChangelog, versionProblem } from '../../scripts/lib/release.mjs';

describe('a release', () => {
  it.each([
    ['0.1.0', [''], null],
    ['1.10.0', ['v1.9.3', 'v0.2.0', 'other'], null],
    ['1.9.3', ['v1.9.3'], '1.9.3 is not above 1.9.3, the newest release.'],
    ['1.9.4', ['v1.10.0', 'v1.9.3'], '1.9.4 is not above 1.10.0, the newest release.'],
    ['v1.0.0', [], 'v1.0.0 is not a version such as 1.4.0.'],
    ['1.0', [], '1.0 is not a version such as 1.4.0.'],
    ['01.0.0', [], '01.0.0 is not a version such as 1.4.0.'],
  ])('%s after %j', (version, tags, problem) => {
    expect(versionProblem(version, tags)).toBe(problem);
  });

  it('gives the unreleased changes its version and day', () => {
    const before =
      '# Changelog\n\n## [Unreleased] - 0.2.0\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-02\n\n- B.\n';
    expect(releaseChangelog(before, '0.2.0', '2026-02-03')).toBe(
      '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-03\n\n### Added\n\n- A.\n\n## [0.1.0] - 2026-01-02\n\n- B.\n',
    );
  });

  it('needs unreleased changes', () => {
    expect(
      releaseChangelog('# Changelog\n\n## [Unreleased]\n\n## [0.1.0]\n\n- B.\n', '0.2.0', ''),
    ).toBeNull();
    expect(releaseChangelog('# Changelog\n', '0.2.0', '')).toBeNull();
  });
});
