import { SECOND } from '@sw/domain/time/units';

/** A shorter break is mended before anybody needs to know. */
export const TOLD_AFTER = 30 * SECOND;

/** Tells of a connection that has been away for a while, and that it is back. `after` calls back once; its answer cancels that. */
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
