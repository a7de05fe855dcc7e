/** Method and path of the calls of the contract; `plugins/contract-routes.ts` reads them at build time. */
declare module 'virtual:routes' {
	import type { Paths } from '@sw/contract/paths';

	export const routes: Paths;
}

/** Like 'virtual:routes', with the administration's calls included. */
declare module 'virtual:routes/administration' {
	import type { Paths } from '@sw/contract/paths';

	export const routes: Paths;
}
