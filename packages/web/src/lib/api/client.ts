import { urlOf as pathOf } from '@sw/contract/client/create-api';
import { sitePath } from '../address/site-path.ts';

/** The typed client, under the name that web modules import. */
export { type Api, createApi } from '@sw/contract/client/create-api';

/** The address of a call, for links. */
export function urlOf(...args: Parameters<typeof pathOf>): string {
	return sitePath(pathOf(...args));
}
