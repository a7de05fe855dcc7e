import { readFileSync } from 'node:fs';

/** The version in the repository's root package.json, which is the only place that states it. */
export const PRODUCT_VERSION: string = (
	JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as { version: string }
).version;
