import type { Plugin } from 'vite';

const NAME = 'virtual:routes';
const RESOLVED = `\0${NAME}`;

/** Serves method and path of every call as a small module, so that no schema of the contract reaches a page. */
export const contractRoutes = (): Plugin => ({
	name: 'contract-routes',
	resolveId: (id) => (id === NAME ? RESOLVED : undefined),
	async load(id) {
		if (id !== RESOLVED) return undefined;
		const { paths } = await import('@sw/contract/paths');
		return `export const routes = ${JSON.stringify(paths)};`;
	},
});
