import type { AnyRouter, BlockerFn } from '@tanstack/react-router';
import { topDialog } from '../../lib/top-dialog.ts';

/** Makes going back close an open dialog, and leave the page only if none is open. Returns a function that stops this. */
export function closeOnBack(box: HTMLDialogElement, router: AnyRouter): () => void {
	const { history } = router;
	let release: (() => void) | undefined;
	const update = (): void => {
		if (box.open === (release !== undefined)) return;
		release?.();
		release = undefined;
		if (!box.open) return;
		// Going back from the first history entry of a document would leave it immediately, so the page gets a second entry.
		if (history.location.state.__TSR_index === 0) {
			void router.navigate({ to: '.', search: true, hash: true, state: (state) => ({ ...state, second: true }), resetScroll: false });
		}
		release = history.block({
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
		release?.();
	};
}
