import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { adminWords } from '../../entities/administration/words.ts';
import type { Answers } from '../../testing/api.ts';
import { show } from '../../testing/page.tsx';
import { AdminAudit, type AuditEntry, formatDetail } from './audit.tsx';

const entry: AuditEntry = {
	id: 7,
	time: '2026-06-30T15:45:00Z',
	actor: 'ann@example.com',
	act: 'user.change',
	target: 'bob@example.com',
	detail: { license: ['premium', null], reason: 'asked for it' },
	address: '127.0.0.1',
};

function open(
	search: Record<string, string> = {},
	answer: Partial<ReturnType<NonNullable<NonNullable<Answers['accounts']>['audit']>>> = {},
) {
	return show(<AdminAudit search={search} />, {
		accounts: { audit: () => ({ items: [entry], total_count: 1, is_more: false, ...answer }) },
	});
}

it('says who did what to whom, with what stood before and after', async () => {
	await open();
	await expect.element(page.getByText('license: premium → none, reason: asked for it')).toBeVisible();
	await expect.element(page.getByText('Paging stops')).not.toBeInTheDocument();
});

it('is searched by beginnings and days, which the address and the file keep', async () => {
	const shown = await open({ actor: 'ann', from: '2026-06-01' });
	expect(shown.calls.find(({ call }) => call === 'accounts.audit')?.input).toEqual({
		query: { actor: 'ann', from: '2026-06-01', skip: 0, max: 20 },
	});
	await expect
		.element(page.getByRole('link', { name: 'Download as CSV' }))
		.toHaveAttribute('href', '/api/audit/export?actor=ann&from=2026-06-01');
	await page.getByLabelText('Action starts with').fill('user.');
	await userEvent.keyboard('{Enter}');
	await expect.poll(shown.getUrl).toBe('/admin/audit?actor=ann&act=user.&from=2026-06-01');
});

it('says that nothing matches, which is not that nothing was done', async () => {
	await open({ act: 'x' }, { items: [], total_count: 0 });
	await expect.element(page.getByText('No entries match.')).toBeVisible();
});

it('says how far its pages go', async () => {
	await open({}, { total_count: 10_000, is_more: true });
	await expect.element(page.getByText('1–20 of more than 10000')).toBeVisible();
	await expect.element(page.getByText(/^Paging stops after 10,000 entries/)).toBeVisible();
});

describe('what changed, in the audit log', () => {
	it.each([
		[{}, ''],
		[{ license: ['premium', 'pro'], role: ['user', 'admin'] }, 'license: premium → pro, role: user → admin'],
		[{ until: [null, '2026-07-01'] }, `until: ${adminWords.none} → 07/01/2026`],
		[{ tickers: [4, 5, 6], job: 'abc' }, 'tickers: 4; 5; 6, job: abc'],
		[{ closures: [[], [{ date: '2026-06-30', reason: 'storm' }]] }, `closures: ${adminWords.none} → date 06/30/2026, reason storm`],
		[{ options: { zone: 'utc', interval: 15 } }, 'options: zone utc, interval 15'],
		[{ kept: false, rows: 0 }, 'kept: false, rows: 0'],
	])('%j is shown as %j', (detail, text) => {
		expect(formatDetail(detail)).toBe(text);
	});
});
