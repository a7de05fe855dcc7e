import { expect, it } from 'vitest';
import { administration } from './accounts/users.ts';
import { billing } from './billing/billing.ts';
import { outreach } from './outreach/outreach.ts';
import { searchCalls } from './research/research.ts';

it.each([
	['audit', administration.audit.query, 'from', 'to', ['2026-03-05', '2026-03-04']],
	['orders', billing.orders.query, 'from', 'to', ['2026-03-05', '2026-03-04']],
	['wait-list', outreach.waitList.query, 'From', 'To', ['2026-03-05', '2026-03-04']],
	['search parts', searchCalls.searchParts.query, 'from', 'to', ['2026-03-05T10:00:00Z', '2026-03-05T09:59:59Z']],
] as const)('%s refuse a span that ends before it begins, by the name of its end', (_, query, from, to, [later, earlier]) => {
	expect(query.safeParse({ [from]: later, [to]: earlier }).error?.issues).toMatchObject([
		{ path: [to], message: `The span ends before it begins: give a later ${to} or an earlier ${from}.` },
	]);
	expect(query.safeParse({ [from]: earlier, [to]: later }).success).toBe(true);
	expect(query.safeParse({ [from]: later, [to]: later }).success).toBe(true);
	expect(query.safeParse({ [from]: later }).success).toBe(true);
});
