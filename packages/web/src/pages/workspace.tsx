import { workspaceFiles } from 'virtual:workspace-files';
import { lazyRouteComponent, useRouter } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { preinit, preloadModule } from 'react-dom';
import { useLicence } from '../entities/session/session-query.ts';
import { sitePath } from '../lib/address/site-path.ts';
import { markHydrated } from '../lib/mark-hydrated.ts';

const Lazy = lazyRouteComponent(() => import('./workspace-page.tsx'), 'WorkspacePage');

/** Loads the code of the traders' list: on the server before rendering, in the browser when a link to it is hovered or focused. */
export async function fetchWorkspace(): Promise<void> {
	await Lazy.preload?.();
}

/** Whether the reader has the traders' list. A licence gained while the page is open applies once that list has loaded; a lost one immediately. */
export function useHasWorkspace(): boolean {
	const licence = useLicence();
	const settled = useDeferredValue(licence);
	return licence != null && settled != null;
}

/**
 * The traders' list on pages that visitors can open, too. Its code is in separate files, which visitors don't load. The server knows whether the reader is
 * a trader, and then names these files in the head, so that they load together with those of the page.
 */
export const Workspace: typeof import('./workspace-page.tsx')['WorkspacePage'] = (props) => {
	const { ssr } = useRouter().options;
	if (import.meta.env.SSR) {
		for (const url of workspaceFiles.scripts) preloadModule(sitePath(url), { as: 'script', nonce: ssr?.nonce });
		for (const url of workspaceFiles.sheets) preinit(sitePath(url), { as: 'style', precedence: 'default', nonce: ssr?.nonce });
	}
	return (
		<>
			<Lazy {...props} />
			<i hidden data-unheard="" ref={markHydrated} />
		</>
	);
};
