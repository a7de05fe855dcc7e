import { SECOND } from '@sw/domain/time/units';

/** Shorter outages are not shown: they usually recover by themselves. */
export const TOLD_AFTER = 30 * SECOND;

/** Reports a connection that has been down for a while, and its return. `after` calls back once; its result cancels that. */
export const createOutage = (after: (ms: number, callback: () => void) => () => void, tell: (away: boolean) => void) => {
	let cancel: (() => void) | undefined;
	return {
		standing(up: boolean): void {
			if (!up) {
				cancel ??= after(TOLD_AFTER, () => tell(true));
				return;
			}
			cancel?.();
			cancel = undefined;
			tell(false);
		},
		close: (): void => cancel?.(),
	};
};
