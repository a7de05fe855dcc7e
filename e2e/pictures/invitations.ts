import type { Step } from './staged.ts';

const GRANT = { role: 'user', license: null, license_expires: null, expires: '2026-07-07T15:45:00Z', setup: false };
const INVITATION = { ...GRANT, uses: 1, used: 0, state: 'open', created: '2026-06-30T15:45:00Z', created_by: 'admin@demo.test' };

/** Invitations in every state. */
export const withInvitations: Step = (page) =>
	page.route(/\/api\/invitations(\?|$)/, (route) =>
		route.fulfill({
			json: {
				items: [
					{ ...INVITATION, id: '1', email: 'ann@example.com', license: 'premium', license_expires: '2027-01-01T00:00:00Z' },
					{ ...INVITATION, id: '2', email: null, uses: 20, used: 20, state: 'used' },
					{ ...INVITATION, id: '3', email: 'ben@example.com', role: 'admin', state: 'withdrawn' },
					{ ...INVITATION, id: '4', email: null, role: 'admin', setup: true, state: 'expired', created_by: 'Signalwheel' },
				],
				total_count: 4,
			},
		}),
	);

/** An invitation for one e-mail address. */
export const withInvitation: Step = (page) =>
	page.route(/\/api\/invitations\/1\/verify/, (route) => route.fulfill({ json: { ...GRANT, email: 'ann@example.com' } }));
