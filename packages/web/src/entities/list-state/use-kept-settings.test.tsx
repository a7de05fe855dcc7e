import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { SAVE_DELAY_MS, useStoredSettings } from './kept-settings.ts';
import { type SettingsEntry, toSettingsEntry } from './settings.ts';
import { DEFAULT_STATE, type ListState } from './state.ts';

function choose(operation: ListState['operation']): ListState {
	return { ...DEFAULT_STATE, tab: 'free', operation };
}

const LONG = choose('long');
const PENNIES: ListState = { ...LONG, choice: { ...LONG.choice, marketcap: ['micro_cap'] } };

const FALLING: ListState = { ...PENNIES, tab: 'extreme_fall' };

function press(name: string): Promise<void> {
	return page.getByRole('button', { name }).click();
}

function shows(entries: readonly SettingsEntry[]): Promise<void> {
	return expect.element(page.getByRole('status', { name: 'Kept' })).toHaveTextContent(JSON.stringify(entries));
}

function open(settings: () => SettingsEntry[] | Promise<SettingsEntry[]> = () => [], save: () => never | undefined = () => undefined) {
	return show(<Page />, {
		filters: {
			listSettings: async () => ({ settings: await settings() }),
			saveListSettings: () => save() ?? { settings: [] },
		},
	});
}

/** A page that shows the stored settings, with buttons that make choices. */
function Page() {
	const { stored, remember } = useStoredSettings();
	return (
		<>
			<output aria-label="Kept">{JSON.stringify(stored)}</output>
			<button type="button" onClick={() => remember(choose('short'))}>
				As it opens
			</button>
			<button type="button" onClick={() => remember(LONG)}>
				Long
			</button>
			<button type="button" onClick={() => remember(PENNIES)}>
				Pennies
			</button>
			<button type="button" onClick={() => remember(FALLING)}>
				Falling
			</button>
		</>
	);
}

function sent({ calls }: Awaited<ReturnType<typeof open>>): unknown[] {
	return calls
		.filter(({ call }) => call === 'filters.saveListSettings')
		.map(({ input }) => (input as { body: { settings: unknown } }).body.settings);
}

const realTimeout = globalThis.setTimeout;

/** The one-second delay never ends, so that choices wait however slow the machine is. */
function holdTimers(): void {
	const held = (act: () => void, ms?: number): number => (ms === SAVE_DELAY_MS ? 0 : Number(realTimeout(act, ms)));
	globalThis.setTimeout = held as typeof setTimeout;
}

let other: BroadcastChannel | undefined;
afterEach(() => {
	globalThis.setTimeout = realTimeout;
	other?.close();
});

/** Another tab of the same browser. */
function otherTab(): { received: unknown[]; notify(entry: SettingsEntry): void } {
	const received: unknown[] = [];
	const channel = new BroadcastChannel('signalwheel-choices');
	channel.onmessage = ({ data }) => received.push(data);
	other = channel;
	return { received, notify: (entry) => channel.postMessage(entry) };
}

it('saves a choice at once, notifies other tabs, and sends the last of them', async () => {
	const { received } = otherTab();
	const shown = await open();
	await shows([]);
	await press('Long');
	await shows([toSettingsEntry(LONG)]);
	await press('Pennies');
	await shows([toSettingsEntry(PENNIES)]);
	await expect.poll(() => received).toEqual([toSettingsEntry(LONG), toSettingsEntry(PENNIES)]);
	await expect.element(page.getByText('Update user settings')).toBeVisible();
	await expect.poll(() => sent(shown).at(-1)).toEqual([toSettingsEntry(PENNIES)]);
});

it('sends what waits when the page is left, the choices of all tabs at once', async () => {
	holdTimers();
	const shown = await open();
	await shows([]);
	await press('Long');
	await press('Falling');
	await shows([toSettingsEntry(LONG), toSettingsEntry(FALLING)]);
	dispatchEvent(new PageTransitionEvent('pagehide'));
	await expect.poll(() => sent(shown)).toEqual([[toSettingsEntry(LONG), toSettingsEntry(FALLING)]]);
});

it('does not keep what was merely opened, nor what is chosen before it knows how lists were left', async () => {
	const { received } = otherTab();
	const { promise, resolve } = Promise.withResolvers<SettingsEntry[]>();
	const shown = await open(() => promise);
	await press('Long');
	const elsewhere = toSettingsEntry(FALLING);
	resolve([elsewhere]);
	await shows([elsewhere]);
	await press('As it opens');
	await press('Pennies');
	await shows([elsewhere, toSettingsEntry(PENNIES)]);
	await expect.poll(() => sent(shown)).toEqual([[toSettingsEntry(PENNIES)]]);
	expect(received).toEqual([toSettingsEntry(PENNIES)]);
});

it('knows at once what is chosen in another tab, and sends nothing of it', async () => {
	const { notify } = otherTab();
	const shown = await open(() => [toSettingsEntry(choose('short'))]);
	await shows([toSettingsEntry(choose('short'))]);
	notify(toSettingsEntry(LONG));
	await shows([toSettingsEntry(LONG)]);
	expect(sent(shown)).toEqual([]);
});

it('says so where a choice could not be kept, and leaves the list as it is', async () => {
	await open(
		() => [],
		() => rejectCall(503, 'The database is away'),
	);
	await shows([]);
	await press('Long');
	await expect.element(page.getByText('Failed to update user settings')).toBeVisible();
	await shows([toSettingsEntry(LONG)]);
});
