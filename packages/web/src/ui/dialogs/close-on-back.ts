import type { AnyRouter, BlockerFn } from '@tanstack/react-router';
import { topDialog } from '../../lib/top-dialog.ts';

/** Lets the back button close an open dialog instead of leaving the page. Returns a function that stops this. */
export function closeOnBack(box: HTMLDialogElement, router: AnyRouter): () => void {
	const { history } = router;
	let unblock: (() => void) | undefined;
	const update = (): void => {
		if (box.open === (unblock !== undefined)) return;
		unblock?.();
		unblock = undefined;
		if (!box.open) return;
		// From the first history entry of a document, the back button would leave it immediately. The page therefore gets a second entry.
		if (history.location.state.__TSR_index === 0) {
			void router.navigate({ to: '.', search: true, hash: true, state: (state) => ({ ...state, second: true }), resetScroll: false });
		}
		unblock = history.block({
			enableBeforeUnload: false,
			blockerFn: ({ action }: Parameters<BlockerFn>[0]) => {
				if (action !== 'BACK' || topDialog() !== box) return false;
				box.close();
				return true;
			},
		});
	};
	const observer = new MutationObserver(update);
	observer.observe(box, { attributeFilter: ['open'] });
	update();
	return () => {
		observer.disconnect();
		unblock?.();
	};
}
