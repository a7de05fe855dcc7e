import type { BrowserContext } from '@playwright/test';

/** The product's undo time, in milliseconds. */
const UNDO_MS = 10_000;
/** Milliseconds; longer than any test. */
const LONG_MS = 3_600_000;

/**
 * Keeps undo available as long as the test needs: ten seconds are meant for users, and on a busy machine the test's own steps take longer. Applies to
 * pages opened afterwards. Not for tests that show the ten seconds ending.
 */
export function extendUndo(context: BrowserContext): Promise<unknown> {
	return context.addInitScript(
		([undoMs, longMs]) => {
			const originalSetTimeout = window.setTimeout.bind(window);
			window.setTimeout = ((callback: TimerHandler, ms?: number, ...args: unknown[]) =>
				originalSetTimeout(callback, ms === undoMs ? longMs : ms, ...args)) as typeof window.setTimeout;
		},
		[UNDO_MS, LONG_MS] as const,
	);
}
