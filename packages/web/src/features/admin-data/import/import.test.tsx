import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { type Answers, rejectCall } from '../../../testing/api.ts';
import { show } from '../../../testing/page.tsx';
import { AdminData } from '../page/data.tsx';
import type { Upload } from '../queries.ts';
import { dataWords as words } from '../words.ts';

const ID = '0197b3a2-0000-7000-8000-000000000001';
const JOB = '0197b3a2-0000-7000-8000-000000000002';
const TABLE = {
	name: 'AZO.csv',
	state: 'good' as const,
	words: 'AZO: rows of 15 min',
	rows: 17,
	refused: 2,
	reasons: [{ reason: 'high below low', rows: 2 }],
	added: 12,
	unchanged: 2,
	replaced: 1,
	largest: [{ ticker: 'AZO', date: '2014-06-03', at: null, stored: 101, given: 1_011 }],
	outlying: 2,
	farthest: [
		{ ticker: 'AZO', date: '2014-06-03', at: '2014-06-03T14:00:00Z', close: 1_011, before: 100, after: 101 },
		{ ticker: 'AZO', date: '2014-06-04', at: null, close: 30, before: 101, after: null },
	],
	listed: 2,
};

function upload(overrides: Partial<Upload> = {}): Upload {
	return {
		id: ID,
		name: 'AZO.csv',
		bytes: 820,
		tables: [TABLE],
		question: null,
		...overrides,
	};
}

async function open(search: Record<string, string>, operations: NonNullable<Answers['operations']>) {
	const shown = await show(<AdminData search={{ view: 'import', ...search }} />, { operations });
	const inputsOf = (call: string) => shown.calls.filter((one) => one.call === `operations.${call}`).map((one) => one.input);
	return { ...shown, given: inputsOf };
}

function choose(file: File) {
	return userEvent.upload(page.getByLabelText('Market data file'), file);
}

/** Like a mouse that drops a file on the field. */
async function drop(file: File): Promise<void> {
	const dataTransfer = new DataTransfer();
	dataTransfer.items.add(file);
	const field = page.getByText('Choose a file or drop it here');
	await expect.element(page.getByLabelText('Market data file')).toBeEnabled();
	field.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
}

describe('an import', () => {
	it('begins with a file that is chosen and sent to be judged', async () => {
		const { given, getUrl } = await open({}, { uploadImport: () => upload() });
		await choose(new File(['a,b'], 'AZO.csv'));
		await expect.poll(getUrl).toBe(`/admin/data?view=import&upload=${ID}`);
		expect(given('uploadImport')).toEqual([{ body: { name: 'AZO.csv', content: btoa('a,b') } }]);
	});

	it('says why a file is not taken', async () => {
		await open({}, { uploadImport: () => rejectCall(409, 'This server does not follow a market of files.') });
		await choose(new File(['a'], 'AZO.csv'));
		await expect.element(page.getByRole('alert').filter({ hasText: 'This server does not follow a market of files.' })).toBeVisible();
		await drop(new File([new Uint8Array(16 * 1024 * 1024 + 1)], 'large.csv'));
		await expect.element(page.getByText('large.csv is larger than 16 MB.', { exact: false })).toBeVisible();
	});

	it('shows the refused rows with their reasons, and is confirmed in full view of what it will do', async () => {
		const { given, getUrl } = await open(
			{ upload: ID },
			{
				upload: () => upload(),
				uploadRows: () => ({ items: [{ line: 4, text: 'AZO,10,9', reason: 'high below low' }], total_count: 2 }),
				confirmImport: () => ({
					id: JOB,
					kind: 'import',
					state: 'queued',
					phase: '',
					progress: null,
					by: 'admin@example.com',
					request: {},
					result: null,
					error: null,
					created: '2026-06-30T15:45:00Z',
					started: null,
					finished: null,
				}),
			},
		);
		await expect.element(page.getByRole('row').filter({ hasText: 'AZO,10,9' }).getByText('rejected: high below low')).toBeVisible();
		await expect.element(page.getByText('high below low: 2 rows')).toBeVisible();
		await expect.element(page.getByText('Replaces 1 stored bar; 2 bars stored with the same values; 12 new bars.')).toBeVisible();
		await expect.element(page.getByText('2 bars are far from the one before.', { exact: false })).toBeVisible();
		const far = page.getByRole('list', { name: 'Bars far from their neighbours' });
		await expect
			.element(far.getByText(/: close \$1,011\.00, \+911\.00% \(\$100\.00\) from the bar before, .90\.01% \(\$101\.00\) to the next$/))
			.toBeVisible();
		await expect.element(far.getByText(/06\/04\/2014: close \$30\.00, .70\.30% \(\$101\.00\) from the bar before$/)).toBeVisible();
		await expect.element(page.getByText(/AZO, 06\/03\/2014: close \$101.00 becomes \$1,011.00 \(\+900.99%\)/)).toBeVisible();
		expect(given('uploadRows')).toEqual([{ params: { id: ID }, query: { table: 0, refused: true, skip: 0, max: 20 } }]);
		expect(given('upload')).toEqual([{ params: { id: ID }, query: {} }]);
		await page.getByRole('button', { name: 'Import' }).click();
		const question = page.getByRole('dialog', { name: 'Import' });
		await expect
			.element(
				question.getByText('Stores 15 valid rows of 1 table and builds the affected reports; 2 rejected rows left out', { exact: false }),
			)
			.toBeVisible();
		await question.getByRole('button', { name: 'Confirm' }).click();
		await expect.poll(getUrl).toBe(`/admin/data?view=import&job=${JOB}`);
	});

	it('of several tables shows each, and the rows of one', async () => {
		const tables = [
			TABLE,
			{ ...TABLE, name: 'odd.csv', state: 'failed' as const, words: 'The file is damaged.', rows: 0, refused: 0, reasons: [] },
		];
		await open({ upload: ID }, { upload: () => upload({ tables }) });
		await expect
			.element(page.getByRole('row').filter({ hasText: 'The file is damaged.' }).getByText('rejected', { exact: true }))
			.toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Rows of AZO.csv' })).toBeVisible();
		await expect.element(page.getByRole('link', { name: 'Rows of odd.csv' })).not.toBeInTheDocument();
	});

	it('that needs more options asks for them, and is imported as it was checked', async () => {
		const asks = upload({ tables: [], question: 'The symbol cannot be determined. Add --symbol SYMBOL.' });
		const first = await open({ upload: ID }, { upload: () => asks });
		await expect.element(page.getByRole('button', { name: 'Check again' })).toBeVisible();
		await page.getByRole('textbox', { name: 'Symbol of all rows' }).fill('AZO');
		await userEvent.selectOptions(page.getByRole('combobox', { name: 'Time zone of times' }), 'New York time');
		await page.getByRole('button', { name: 'Check again' }).click();
		await expect.poll(first.getUrl).toBe(`/admin/data?view=import&upload=${ID}&zone=new-york&symbol=AZO`);
	});

	it('sends the given options with every call', async () => {
		const options = { zone: 'new-york', symbol: 'AZO' };
		const { given } = await open(
			{ upload: ID, ...options },
			{
				upload: () => upload(),
				uploadRows: () => ({ items: [], total_count: 0 }),
				confirmImport: () => rejectCall(409, 'Not now.'),
			},
		);
		await expect.element(page.getByRole('textbox', { name: 'Symbol of all rows' })).toHaveValue('AZO');
		await page.getByRole('button', { name: 'Import' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
		await expect.poll(() => given('confirmImport')).toEqual([{ params: { id: ID }, query: options }]);
		expect(given('upload')[0]).toEqual({ params: { id: ID }, query: options });
		expect(given('uploadRows')[0]).toMatchObject({ query: options });
	});

	it('that was left is one link away until it is imported or deleted', async () => {
		const link = page.getByRole('link', { name: 'Continue with AZO.csv, which isn’t imported yet' });
		const rows = { uploadRows: () => ({ items: [], total_count: 0 }), upload: () => upload() };
		await open({ upload: ID, symbol: 'AZO' }, { ...rows, dropImport: () => undefined });
		await expect.element(page.getByText('AZO.csv, 820B')).toBeVisible();
		await cleanup();
		await open({}, {});
		await expect.element(link).toHaveAttribute('href', `/admin/data?view=import&upload=${ID}&symbol=AZO`);
		await cleanup();
		const { getUrl } = await open({ upload: ID }, { ...rows, dropImport: () => undefined });
		await page.getByRole('button', { name: words.discard }).click();
		await page.getByRole('dialog').getByRole('button', { name: words.confirmLabel }).click();
		await expect.poll(getUrl).toBe('/admin/data?view=import');
		await cleanup();
		await open({}, {});
		await expect.element(page.getByLabelText('Market data file')).toBeVisible();
		await expect.element(link).not.toBeInTheDocument();
	});

	it('cannot be confirmed where nothing is good, and is thrown away', async () => {
		const { given, getUrl } = await open(
			{ upload: ID },
			{
				upload: () => upload({ tables: [], question: "The symbol isn't clear from the name." }),
				dropImport: () => undefined,
			},
		);
		await expect.element(page.getByText("The symbol isn't clear from the name.")).toBeVisible();
		await expect.element(page.getByRole('button', { name: 'Import' })).toBeDisabled();
		await page.getByRole('button', { name: 'Discard' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
		await expect.poll(getUrl).toBe('/admin/data?view=import');
		expect(given('dropImport')).toEqual([{ params: { id: ID } }]);
	});
});
