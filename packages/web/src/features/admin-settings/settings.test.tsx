import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { type Answers, rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import type { Setting } from './queries.ts';
import { AdminSettings, parseValue, toFieldText } from './settings.tsx';

const SESSIONS: Setting = {
	name: 'daily_gap_sessions',
	value: 5,
	fallback: 5,
	about: 'Sessions that the daily look for gaps covers.',
	bounds: { least: 1, most: 250 },
	choices: null,
	editable: true,
};
const CHECK: Setting = {
	name: 'daily_gap_check',
	value: false,
	fallback: true,
	about: 'Looks once a day.',
	bounds: null,
	choices: null,
	editable: true,
};
const PORT: Setting = {
	name: 'PORT',
	value: '9000',
	fallback: '8080',
	about: 'Port of the API.',
	bounds: null,
	choices: null,
	editable: false,
};
const ORIGIN: Setting = {
	name: 'SIGNALWHEEL_ORIGIN',
	value: '',
	fallback: '',
	about: 'The address.',
	bounds: null,
	choices: null,
	editable: false,
};

function open(items: Setting[], answers: NonNullable<Answers['operations']> = {}, search: Record<string, string> = {}) {
	return show(<AdminSettings search={search} />, { operations: { settings: () => ({ items }), ...answers } });
}

function inputOf({ calls }: Awaited<ReturnType<typeof open>>, call: string) {
	return calls.find((one) => one.call === call)?.input;
}

it('changes one within its bounds, after saying from what to what', async () => {
	const shown = await open([SESSIONS], { saveSettings: () => ({ items: [{ ...SESSIONS, value: 20 }] }) });
	const field = page.getByLabelText('Sessions in the daily gap check', { exact: true });
	const save = page.getByRole('button', { name: 'Save: Sessions in the daily gap check' });
	await expect.element(page.getByText('Default: 5. Whole number, 1 to 250.', { exact: false })).toBeVisible();
	await expect.element(save).toBeDisabled();
	await field.fill('251');
	await expect.element(field).toHaveAttribute('aria-invalid', 'true');
	await expect.element(save).toBeDisabled();
	await field.fill('20');
	await save.click();
	const question = page.getByRole('dialog', { name: 'Save: Sessions in the daily gap check' });
	await expect.element(question.getByText("Changes 'Sessions in the daily gap check' from 5 to 20.")).toBeVisible();
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Set to 20.')).toBeVisible();
	expect(inputOf(shown, 'operations.saveSettings')).toEqual({ body: { settings: { daily_gap_sessions: 20 } } });
});

it('puts one back, and says why it could not', async () => {
	const shown = await open([CHECK], { saveSettings: () => rejectCall(400, "Unknown setting, or it can't be changed here.") });
	await expect.element(page.getByLabelText('Daily gap check', { exact: true })).toHaveValue('off');
	await page.getByRole('button', { name: 'Reset: Daily gap check' }).click();
	const question = page.getByRole('dialog', { name: 'Reset: Daily gap check' });
	await expect.element(question.getByText('from off to its default, on', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(question.getByText("Unknown setting, or it can't be changed here.")).toBeVisible();
	expect(inputOf(shown, 'operations.saveSettings')).toEqual({ body: { settings: { daily_gap_check: null } } });
});

it('changes one of several choices, and a text', async () => {
	const mode: Setting = { ...CHECK, name: 'sign_up', value: 'open', fallback: 'open', choices: ['open', 'invitation', 'closed'] };
	const domains: Setting = { ...CHECK, name: 'sign_up_domains', value: '', fallback: '' };
	const shown = await open([mode, domains], { saveSettings: () => ({ items: [{ ...mode, value: 'invitation' }] }) });
	await page.getByLabelText('Sign-up', { exact: true }).selectOptions('invitation');
	await page.getByRole('button', { name: 'Save: Sign-up' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Set to invitation.')).toBeVisible();
	await expect.element(page.getByLabelText('Mail domains that can sign up', { exact: true })).toHaveAttribute('type', 'text');
	expect(inputOf(shown, 'operations.saveSettings')).toEqual({ body: { settings: { sign_up: 'invitation' } } });
});

it('only displays a kind that it has no field for', async () => {
	await open([{ ...CHECK, name: 'other_days', value: [], fallback: [] }]);
	await expect.element(page.getByText('Other days')).toBeVisible();
	await expect.element(page.getByText('Now none. Change it on its own page.')).toBeVisible();
	await expect.element(page.getByRole('button', { name: /^Save/ })).not.toBeInTheDocument();
});

it('shows what the server was started with, found by a word, and no field for it', async () => {
	await open([PORT, ORIGIN]);
	const row = page.getByRole('row', { name: /^PORT/ });
	await expect.element(row.getByText('9000')).toBeVisible();
	await expect.element(row.getByText('Port of the API.')).toBeVisible();
	await expect
		.element(
			page
				.getByRole('row', { name: /^SIGNALWHEEL_ORIGIN/ })
				.getByText('not set')
				.first(),
		)
		.toBeVisible();
	await expect.element(page.getByRole('button', { name: /^Reset/ })).not.toBeInTheDocument();
});

it('finds settings by what the address asks, says how many, and offers all where none match', async () => {
	await open([SESSIONS, CHECK, PORT, ORIGIN], {}, { q: 'ADDRESS' });
	await expect.element(page.getByRole('row', { name: /^SIGNALWHEEL_ORIGIN/ })).toBeVisible();
	await expect.element(page.getByRole('row', { name: /^PORT/ })).not.toBeInTheDocument();
	await expect.element(page.getByLabelText('Daily gap check', { exact: true })).not.toBeInTheDocument();
	await expect.element(page.getByText('1 of 4 settings, 0 changed from their defaults.')).toBeVisible();
	await open([SESSIONS, PORT], {}, { q: 'nothing' });
	await expect.element(page.getByText('0 of 2 settings, 0 changed from their defaults.')).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'Clear search' })).toHaveAttribute('href', '/admin/settings');
});

it('lists what differs from its default first, and leaves each where it is when it is changed', async () => {
	let sessions = SESSIONS;
	await open([], {
		settings: () => ({ items: [sessions, CHECK, ORIGIN, PORT] }),
		saveSettings: () => {
			sessions = { ...SESSIONS, value: 20 };
			return { items: [sessions] };
		},
	});
	const names = () =>
		page
			.getByRole('listitem')
			.elements()
			.map((item) => item.querySelector('label')?.textContent);
	await expect.element(page.getByText('4 settings, 2 changed from their defaults.')).toBeVisible();
	expect(names()).toEqual(['Daily gap check', 'Sessions in the daily gap check']);
	const rows = page
		.getByRole('rowheader')
		.elements()
		.map((head) => head.textContent);
	expect(rows).toEqual(['PORT', 'SIGNALWHEEL_ORIGIN']);
	await page.getByLabelText('Sessions in the daily gap check', { exact: true }).fill('20');
	await page.getByRole('button', { name: 'Save: Sessions in the daily gap check' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Set to 20.')).toBeVisible();
	expect(names()).toEqual(['Daily gap check', 'Sessions in the daily gap check']);
});

it('forgets what is kept, after saying that nothing is lost', async () => {
	await open([], { resetCache: () => ({ cleared: ['pages'] }) });
	await page.getByRole('button', { name: 'Clear cache' }).click();
	const question = page.getByRole('dialog', { name: 'Clear cache' });
	await expect.element(question.getByText('No data is lost', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Cleared: pages.')).toBeVisible();
});

it('says so where the settings cannot be read', async () => {
	await show(<AdminSettings search={{}} />, {});
	await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

const NUMBER = { fallback: 5, bounds: { least: 1, most: 250 } };
const SWITCH = { fallback: true, bounds: null };

it('shows what a field can show', () => {
	expect([true, false, 5, 'open'].map((value) => toFieldText({ value }))).toEqual(['on', 'off', '5', 'open']);
	expect(toFieldText({ value: [] })).toBeUndefined();
});

it.each([
	[NUMBER, '1', 1],
	[NUMBER, '250', 250],
	[NUMBER, '0', undefined],
	[NUMBER, '251', undefined],
	[NUMBER, '2.5', undefined],
	[NUMBER, '-1', undefined],
	[NUMBER, '', undefined],
	[{ ...NUMBER, bounds: null }, '0', 0],
	[SWITCH, 'on', true],
	[SWITCH, 'off', false],
	[{ fallback: '', bounds: null }, ' example.com ', 'example.com'],
])('%j takes %j as %j', (setting, text, value) => {
	expect(parseValue(setting, text)).toBe(value);
});
