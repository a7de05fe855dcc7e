/** Method and path of every call of the contract; `plugins/contract-routes.ts` reads them at build time. */
declare module 'virtual:routes' {
	import type { Paths } from '@sw/contract/paths';

	export const routes: Paths;
}
