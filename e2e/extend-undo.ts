import type { BrowserContext } from '@playwright/test';

/** The product's undo time, in milliseconds. */
const UNDO_MS = 10_000;
/** Longer than any test. */
const FOR_EVER = 3_600_000;

/**
 * Undo stays available as long as the test needs: ten seconds are meant for users, and on a busy machine the test's own waits take longer. For
 * pages opened afterwards; not together with a test that shows the ten seconds ending.
 */
export function extendUndo(context: BrowserContext): Promise<unknown> {
	return context.addInitScript(
		([undo, ever]) => {
			const real = window.setTimeout.bind(window);
			window.setTimeout = ((act: TimerHandler, ms?: number, ...args: unknown[]) =>
				real(act, ms === undo ? ever : ms, ...args)) as typeof window.setTimeout;
		},
		[UNDO_MS, FOR_EVER] as const,
	);
}
