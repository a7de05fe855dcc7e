import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSettingsSaver, SAVE_DELAY_MS } from './kept-settings.ts';
import { type SettingsEntry, toSettingsEntry } from './settings.ts';
import { DEFAULT_STATE, withChoice, withTab } from './state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function entry(cap: 'mega_cap' | 'mid_cap', tab = DEFAULT_STATE.tab): SettingsEntry {
	return toSettingsEntry(withChoice(withTab(DEFAULT_STATE, tab), { marketcap: [cap] }));
}

function world(answer: () => Promise<unknown> = async () => undefined) {
	const sent: SettingsEntry[][] = [];
	const seen = { kept: 0, failed: 0 };
	const keeper = createSettingsSaver({
		send: (entries) => {
			sent.push(entries);
			return answer();
		},
		schedule: (ms, callback) => {
			const timer = setTimeout(callback, ms);
			return () => clearTimeout(timer);
		},
		onFirstSave: () => void seen.kept++,
		onFailed: () => void seen.failed++,
	});
	return { keeper, sent, seen };
}

describe('what keeps how lists are left', () => {
	it('sends the last choice of each tab a second after the last of all', async () => {
		expect(SAVE_DELAY_MS).toBe(1_000);
		const { keeper, sent } = world();
		keeper.add(entry('mega_cap'));
		await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS - 1);
		keeper.add(entry('mid_cap'));
		keeper.add(entry('mega_cap', 'free'));
		await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS - 1);
		expect(sent).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(sent).toEqual([[entry('mid_cap'), entry('mega_cap', 'free')]]);
	});

	it('confirms once, not after nearly every choice; a failure is always reported', async () => {
		const { keeper, seen } = world();
		for (let choice = 0; choice < 5; choice++) {
			keeper.add(entry(choice % 2 === 0 ? 'mega_cap' : 'mid_cap'));
			await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
		}
		expect(seen).toEqual({ kept: 1, failed: 0 });
		const broken = world(async () => Promise.reject(new Error('down')));
		for (const cap of ['mega_cap', 'mid_cap'] as const) {
			broken.keeper.add(entry(cap));
			await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
		}
		expect(broken.seen).toEqual({ kept: 0, failed: 2 });
	});

	it('sends at once when the page is left, and nothing twice', async () => {
		const { keeper, sent } = world();
		keeper.add(entry('mega_cap'));
		keeper.flush();
		keeper.flush();
		await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS);
		expect(sent).toEqual([[entry('mega_cap')]]);
	});
});
