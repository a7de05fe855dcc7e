import { workspaceFiles } from 'virtual:workspace-files';
import { lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { preinit, preloadModule } from 'react-dom';
import { useLicence } from '../entities/session/session-query.ts';
import { sitePath } from '../lib/address/site-path.ts';
import { markHydrated } from '../lib/mark-hydrated.ts';

const LazyWorkspacePage = lazyRouteComponent(() => import('./workspace-page.tsx'), 'WorkspacePage');

/** Loads the code of the traders' list. The server does this before rendering, the browser when a link to the list is hovered or focused. */
export async function fetchWorkspace(): Promise<void> {
	await LazyWorkspacePage.preload?.();
}

/** Whether the reader sees the traders' list. A new licence applies after the list's code has loaded, a lost licence immediately. */
export function useHasWorkspace(): boolean {
	const licence = useLicence();
	const deferredLicence = useDeferredValue(licence);
	return licence != null && deferredLicence != null;
}

/**
 * The traders' list on pages that visitors can open too. Its code is in separate files that visitors don't load. For traders, the server names
 * these files in the head, so that they load together with the page's own files.
 */
export const Workspace: typeof import('./workspace-page.tsx')['WorkspacePage'] = (props) => {
	const { ssr } = useRouter().options;
	if (import.meta.env.SSR) {
		for (const url of workspaceFiles.scripts) preloadModule(sitePath(url), { as: 'script', nonce: ssr?.nonce });
		for (const url of workspaceFiles.sheets) preinit(sitePath(url), { as: 'style', precedence: 'default', nonce: ssr?.nonce });
	}
	return (
		<>
			<LazyWorkspacePage {...props} />
			<i hidden data-unheard="" ref={markHydrated} />
		</>
	);
};
