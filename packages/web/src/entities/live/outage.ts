import { SECOND } from '@sw/domain/time/units';

/** Shorter outages are not shown: they usually recover by themselves. */
export const SHOWN_AFTER = 30 * SECOND;

/** Reports a connection that has been down for a while, and its return. `after` calls back once; its result cancels that. */
export function createOutage(after: (ms: number, callback: () => void) => () => void, notify: (away: boolean) => void) {
	let cancel: (() => void) | undefined;
	return {
		onConnection(up: boolean): void {
			if (!up) {
				cancel ??= after(SHOWN_AFTER, () => notify(true));
				return;
			}
			cancel?.();
			cancel = undefined;
			notify(false);
		},
		close: (): void => cancel?.(),
	};
}
