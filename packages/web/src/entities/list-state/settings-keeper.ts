import type { SettingsEntry } from './settings.ts';

/** Quiet time after the last change before settings are sent. */
export const SAVE_AFTER_MS = 1_000;

export interface KeeperParts {
	send(entries: SettingsEntry[]): Promise<unknown>;
	/** Calls back once; the returned function cancels it. */
	after(ms: number, callback: () => void): () => void;
	/** The first time a setting is saved; later saves aren't announced. */
	onFirstKept(): void;
	onFailed(): void;
}

/** Sends the list settings a second after the last choice, for each tab and set of timeframes. */
export function createSettingsKeeper({ send, after, onFirstKept, onFailed }: KeeperParts) {
	const waiting = new Map<string, SettingsEntry>();
	let cancel = (): void => {};
	let reported = false;

	/** Saves immediately, so that nothing is lost when the page is closed within that second. */
	const flush = (): void => {
		cancel();
		if (waiting.size === 0) return;
		const entries = [...waiting.values()];
		waiting.clear();
		send(entries).then(() => {
			if (!reported) onFirstKept();
			reported = true;
		}, onFailed);
	};

	return {
		keep(entry: SettingsEntry): void {
			waiting.set(placeOf(entry), entry);
			cancel();
			cancel = after(SAVE_AFTER_MS, flush);
		},
		flush,
	};
}

function placeOf({ tab, timeframes }: SettingsEntry): string {
	return `${tab} ${timeframes.join()}`;
}

export type SettingsKeeper = ReturnType<typeof createSettingsKeeper>;
