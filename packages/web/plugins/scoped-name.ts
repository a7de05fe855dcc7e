import { createHash } from 'node:crypto';
import { relative } from 'node:path';

const ROOT = `${import.meta.dirname}/..`;

/** The name of a class in the built pages: of its file alone, so that styles asked for as text carry the same names as those of the page. */
export const scopedName = (name: string, file: string): string => {
	const path = relative(ROOT, file.split('?')[0] ?? file).replaceAll('\\', '/');
	return `_${name}_${createHash('sha256').update(path).digest('base64url').replaceAll('-', '').slice(0, 5)}`;
};
