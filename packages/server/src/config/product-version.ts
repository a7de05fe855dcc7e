import { readFileSync } from 'node:fs';

/** The version in the package's own package.json, the one place where it stands. */
export const PRODUCT_VERSION: string = (
	JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
