import type { Area, Method } from './base/define.ts';
import { type Contract, contract } from './index.ts';

/** Method and path of every call: all that a browser needs. Extracted at build time, so that pages don't include the schemas. */
export type Paths = { [A in keyof Contract]: { [E in keyof Contract[A]]: [method: Method, path: string] } };

function toPaths(area: Area) {
	return Object.fromEntries(Object.entries(area).map(([name, endpoint]) => [name, [endpoint.method, endpoint.path]]));
}

export const paths = Object.fromEntries(Object.entries(contract).map(([name, area]) => [name, toPaths(area)])) as Paths;
