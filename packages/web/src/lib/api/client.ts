import { buildUrl as pathOf } from '@sw/contract/client/create-api';
import { sitePath } from '../address/site-path.ts';

/** The typed client, re-exported for web modules. */
export { type Api, createApi } from '@sw/contract/client/create-api';

/** Returns the URL of a call, for links. */
export function urlOf(...args: Parameters<typeof pathOf>): string {
	return sitePath(pathOf(...args));
}
