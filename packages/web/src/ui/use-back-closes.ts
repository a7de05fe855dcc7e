import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';
import { topDialog } from '../lib/top-dialog.ts';

/** Going back closes an open dialog first, and leaves the page only when none is open. */
export function useBackCloses(dialog: RefObject<HTMLDialogElement | null>): void {
	const router = useRouter();
	useEffect(() => {
		const box = dialog.current;
		if (!box) return undefined;
		const { history } = router;
		let release: (() => void) | undefined;
		const follow = (): void => {
			if (box.open === (release !== undefined)) return;
			release?.();
			release = undefined;
			if (!box.open) return;
			// Back from the first entry of a document would leave it without asking: the page gets a second entry.
			if (history.location.state.__TSR_index === 0) {
				void router.navigate({ to: '.', search: true, hash: true, state: (state) => ({ ...state, second: true }), resetScroll: false });
			}
			release = history.block({
				enableBeforeUnload: false,
				blockerFn: ({ action }) => {
					if (action !== 'BACK' || topDialog() !== box) return false;
					box.close();
					return true;
				},
			});
		};
		const observer = new MutationObserver(follow);
		observer.observe(box, { attributeFilter: ['open'] });
		follow();
		return () => {
			observer.disconnect();
			release?.();
		};
	}, [dialog, router]);
}
