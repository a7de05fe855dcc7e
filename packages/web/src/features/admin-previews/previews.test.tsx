import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answers } from '../../testing/api.ts';
import { rejectCall } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminPreviews } from './previews.tsx';
import type { Preview } from './queries.ts';

const PICTURE: Preview = {
	id: '0197b3a2-0000-7000-8000-000000000001',
	host: 'signals.example',
	category: 'gainers',
	interval: 'day',
	ticker: null,
	marketcap: [],
	video: false,
	is_active: true,
	media_type: 'image/png',
	bytes: 74_820,
	created: '2026-06-30T15:45:00Z',
	updated: '2026-06-30T15:45:00Z',
};
const LANDING: Preview = { ...PICTURE, id: '0197b3a2-0000-7000-8000-000000000002', category: null, interval: null, is_active: false };
let items: Preview[];
beforeEach(() => {
	items = [PICTURE, LANDING];
});

function shown(more: Answers['previews'] = {}) {
	return show(<AdminPreviews search={{}} />, {
		previews: {
			previews: () => ({ items: [...items], total_count: items.length }),
			preview: ({ params }) => items.find(({ id }) => id === params.id) ?? rejectCall(404, 'Preview not found.'),
			...more,
		},
	});
}

function row(name: string) {
	return page.getByRole('row').filter({ hasText: name });
}

const png = new File(['x'], 'gainers.png', { type: 'image/png' });

it('lists files with their pictures, pages and whether they are shown', async () => {
	await shown();
	await expect
		.element(page.getByRole('img', { name: 'Preview of Top Gainers · Day' }))
		.toHaveAttribute('src', `/api/preview/file?id=${PICTURE.id}`);
	await expect.element(row('Top Gainers · Day').getByRole('cell', { name: 'yes', exact: true })).toBeVisible();
	await expect.element(row('Landing page').getByRole('cell', { name: 'no', exact: true })).toBeVisible();
	await expect.element(row('Landing page').getByText('image/png, 75 kB')).toBeVisible();
});

it('says that pages have drawn pictures where nothing was uploaded', async () => {
	items = [];
	await shown();
	await expect.element(page.getByText('All pages use generated images.')).toBeVisible();
});

it('disables a file after a question, and shows the result', async () => {
	const { calls } = await shown({
		changePreview: ({ params, body }) => {
			items = items.map((one) => (one.id === params.id && !Array.isArray(body) ? { ...one, is_active: body.is_active === true } : one));
			return items[0] ?? PICTURE;
		},
	});
	await page.getByRole('button', { name: 'Turn off preview of Top Gainers · Day' }).click();
	const question = page.getByRole('dialog', { name: 'Turn off preview of Top Gainers · Day' });
	await expect.element(question.getByText('Other sites get a generated image for this page.', { exact: false })).toBeVisible();
	await question.getByRole('button', { name: 'Confirm' }).click();
	await expect.element(page.getByText('Preview turned off.')).toBeVisible();
	expect(calls.filter(({ call }) => call === 'previews.changePreview')).toEqual([
		{ call: 'previews.changePreview', input: { params: { id: PICTURE.id }, body: { is_active: false } } },
	]);
	await expect.element(page.getByRole('button', { name: 'Turn on preview of Top Gainers · Day' })).toBeVisible();
});

it('shows one in its own size, with the address that other sites use', async () => {
	await shown();
	await page.getByRole('button', { name: 'Top Gainers · Day on signals.example' }).click();
	const dialog = page.getByRole('dialog', { name: 'Top Gainers · Day on signals.example' });
	await expect
		.element(dialog.getByRole('link'))
		.toHaveAttribute('href', '/api/preview/file?host=signals.example&category=gainers&interval=day');
	await userEvent.keyboard('{Escape}');
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(page.getByRole('button', { name: 'Top Gainers · Day on signals.example' })).toHaveFocus();
});

it('uploads a file for a table', async () => {
	const { calls } = await shown({
		uploadPreview: () => {
			items = [PICTURE];
			return PICTURE;
		},
	});
	await page.getByRole('button', { name: 'Upload...' }).click();
	const dialog = page.getByRole('dialog', { name: 'Upload preview' });
	await dialog.getByLabelText('File').upload(png);
	await dialog.getByLabelText('Page').selectOptions('Top table');
	await dialog.getByLabelText('Table').selectOptions('Top Gainers');
	await dialog.getByLabelText('Interval').selectOptions('Day');
	await dialog.getByLabelText('Market cap').selectOptions('$200bln and more');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await expect.element(page.getByText('Preview for Top Gainers · Day is now active.')).toBeVisible();
	const sent = calls.find(({ call }) => call === 'previews.uploadPreview')?.input as { query: object; body: FormData };
	expect(sent.query).toEqual({ category: 'gainers', interval: 'day', marketcap: ['mega_cap'], video: false });
	expect(sent.body.get('file')).toMatchObject({ name: 'gainers.png', type: 'image/png' });
	await expect.element(dialog).not.toBeInTheDocument();
});

it('asks for a file, and shows at its field why one is refused', async () => {
	const message = 'The file says image/png and is image/webp.';
	await shown({ uploadPreview: () => rejectCall(400, message, [{ field: 'file', message }]) });
	await page.getByRole('button', { name: 'Upload...' }).click();
	const dialog = page.getByRole('dialog', { name: 'Upload preview' });
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await expect.element(dialog.getByText('Choose a file.')).toBeVisible();
	await dialog.getByLabelText('File').upload(png);
	await dialog.getByLabelText('Page').selectOptions('Ticker');
	await dialog.getByLabelText('Symbol').fill('AZO');
	await dialog.getByRole('button', { name: 'Upload' }).click();
	await expect.element(dialog.getByLabelText('File')).toHaveAccessibleDescription(expect.stringContaining(message));
});
