import type { BrowserContext } from '@playwright/test';

/** How long the product lets an act be taken back, in milliseconds. */
const UNDO_MS = 10_000;
/** Longer than any test. */
const FOR_EVER = 3_600_000;

/**
 * A way back stands as long as the test needs: its ten seconds are a reader's, and on a busy machine all that the test waits for in between takes longer.
 * For pages that are opened afterwards; not beside a clock of the test's own, which shows that the ten seconds end.
 */
export const patient = (context: BrowserContext): Promise<unknown> =>
	context.addInitScript(
		([undo, ever]) => {
			const real = window.setTimeout.bind(window);
			window.setTimeout = ((act: TimerHandler, ms?: number, ...given: unknown[]) =>
				real(act, ms === undo ? ever : ms, ...given)) as typeof window.setTimeout;
		},
		[UNDO_MS, FOR_EVER] as const,
	);
