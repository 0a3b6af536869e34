/** @type {import('next').NextConfig} */
const config = {
  // The custom server (server/main.ts) owns headers, machine paths and the signed-out redirect.
  poweredByHeader: false,
  reactStrictMode: true,
  // The image optimizer is switched off: it is a network-facing parser that we do not need.
  images: { unoptimized: true },
  // Loaded as they are: native parts, or modules that must exist once in the process.
  serverExternalPackages: [
    'pg',
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@node-rs/argon2',
    'pino',
    'prom-client',
    'file-type',
    'nodemailer',
    '@zxcvbn-ts/language-common',
  ],
  // Types and lint run in `npm run check`; the build does not repeat them.
  typescript: { ignoreBuildErrors: true },
  // Writing the cache takes longer than a build without one.
  experimental: { turbopackFileSystemCacheForBuild: false },
};
export default config;
