/** Method and path of each call in the contract. `plugins/contract-routes.ts` reads them at build time. */
declare module 'virtual:routes' {
	import type { Paths } from '@sw/contract/paths';

	export const routes: Paths;
}

/** Like 'virtual:routes', but with the administration's calls. */
declare module 'virtual:routes/administration' {
	import type { Paths } from '@sw/contract/paths';

	export const routes: Paths;
}
