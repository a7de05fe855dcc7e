import { sectorAnalysisCalls } from '@sw/contract/attention/sector-analysis';
import type { Endpoint } from '@sw/contract/base/define';
import { billing } from '@sw/contract/billing/billing';
import { deliveryCalls } from '@sw/contract/inbox/delivery';
import { inbox } from '@sw/contract/inbox/inbox';
import { contract } from '@sw/contract/index';
import { correctionCalls, tickerChangeCalls } from '@sw/contract/operations/corrections';
import { importCalls } from '@sw/contract/operations/imports';
import { jobCalls } from '@sw/contract/operations/jobs';
import { operatorCalls } from '@sw/contract/operations/operations';
import { setupCalls } from '@sw/contract/operations/setup';
import { outreach } from '@sw/contract/outreach/outreach';
import { previews } from '@sw/contract/outreach/previews';
import { research } from '@sw/contract/research/research';
import type { StoredPreview } from '@sw/domain/previews/preview-file';
import { normalizePreviewKey } from '@sw/domain/previews/preview-key';
import { SAMPLES } from '@sw/domain/previews/testing/samples';
import { slotsOfDate } from '@sw/domain/reports/timetable';
import { nyse } from '@sw/domain/time/calendar';
import { type TickerId, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp, type Browser } from '../../areas/accounts/testing/account-app.ts';
import { createBreadthHandlers } from '../../areas/attention/breadth-handlers.ts';
import type { BreadthParts } from '../../areas/attention/ports.ts';
import type { AuditAct } from '../../areas/audit-act.ts';
import { createBillingHandlers } from '../../areas/billing/handlers.ts';
import { createOrders, createRefunds } from '../../areas/billing/orders.ts';
import { createSubscriptions } from '../../areas/billing/subscriptions.ts';
import { implement } from '../../areas/handlers.ts';
import { createDeliveryHandlers } from '../../areas/inbox/delivery/handlers.ts';
import type { DeliveryParts, DeliveryRecords } from '../../areas/inbox/delivery/ports.ts';
import { createInboxHandlers } from '../../areas/inbox/handlers.ts';
import type { InboxParts, InboxRecords } from '../../areas/inbox/ports.ts';
import { createCorrectionsHandlers, createTickerChangeHandlers } from '../../areas/operations/corrections/handlers.ts';
import type { FreshnessParts } from '../../areas/operations/freshness.ts';
import { createImportHandlers } from '../../areas/operations/imports/handlers.ts';
import { createJobsHandlers } from '../../areas/operations/jobs/handlers.ts';
import { createOperatorHandlers, createSetupHandlers } from '../../areas/operations/operator-handlers.ts';
import { createSiteSettings, type SettingValue } from '../../areas/operations/site-settings.ts';
import { createOutreachHandlers } from '../../areas/outreach/handlers.ts';
import type { OutreachParts, OutreachRecords } from '../../areas/outreach/ports.ts';
import { createPreviewsHandlers } from '../../areas/previews/handlers.ts';
import type { PreviewsParts } from '../../areas/previews/ports.ts';
import { createResearchHandlers, type ResearchAreaParts } from '../../areas/research/handlers.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { billingParts, ID } from '../testing/billing-parts.ts';
import { createAuditLog } from './audit.ts';

const ADMIN = 'admin@example.test';

function job(kind: string): Job {
	return {
		id: ID,
		kind,
		request: {},
		by: ADMIN,
		state: 'queued',
		phase: 'Waiting',
		progress: null,
		result: null,
		error: null,
		...{ created: 0, started: null, finished: null },
	};
}

const entry = {
	id: 7,
	timeframes: [],
	ticker_type: null,
	ticker_id: null,
	ticker: null,
	algo: null,
	params: {},
	comment: '',
	created: '2026-06-30T15:45:00Z',
	updated: '2026-06-30T15:45:00Z',
	parameters_version: 2,
	in_force: 1,
};

async function neverCalled(): Promise<never> {
	throw new Error('Not used in this test.');
}

const message = { id: ID, at: utcMs(0), email: 'ann@example.test', name: '', subject: '', message: 'Hello', dealtWithAt: null };
const ANNOUNCED = utcMs(Date.UTC(2024, 0, 15));
const announcement = { id: 7, subject: 'Early close', text: '', audience: 'everybody' as const, createdAt: ANNOUNCED, endsAt: ANNOUNCED };
const inboxRecords = {
	addAnnouncement: async () => announcement,
	removeAnnouncement: async () => announcement,
} as Partial<InboxRecords> as InboxRecords;
const delivery = {
	id: ID,
	email: 'ann@example.test',
	channel: 'mail' as const,
	state: 'failed' as const,
	messages: 1,
	attempts: 1,
	reason: null,
	...{ dueAt: ANNOUNCED, createdAt: ANNOUNCED, deliveredAt: null },
};
const deliveryRecords = {
	deliveryById: async () => delivery,
	deliverAgain: async () => true,
} as Partial<DeliveryRecords> as DeliveryRecords;
const outreachRecords = {
	removeSignUp: async () => true,
	contactMessageById: async () => message,
	settleContactMessage: async () => ({ before: message, after: { ...message, dealtWithAt: message.at } }),
} as Partial<OutreachRecords> as OutreachRecords;
const upload = { id: ID, name: 'AZO.csv', path: '/', bytes: 1 };
const preview: StoredPreview = {
	...normalizePreviewKey({}, 'signals.example'),
	id: ID,
	isActive: true,
	mediaType: 'image/png',
	bytes: 1,
	hash: 'ab',
	createdAt: utcMs(0),
	updatedAt: utcMs(0),
};

function picture(): FormData {
	const form = new FormData();
	form.append('file', new Blob([new Uint8Array(SAMPLES['image/png'])], { type: 'image/png' }), 'a.png');
	return form;
}

const SPAN = { from: '2026-06-01', to: '2026-06-02' };

/** A valid request of each administrator-only call that changes something: [path parameters, and under '?' the query; body]. A call without one fails the test below. */
type RequestOf = (at: { user: string; session: string; invitation: string }) => [path: Record<string, string>, body?: object];
const REQUESTS: Readonly<Record<string, RequestOf>> = {
	'accounts.createUser': () => [{}, { email: 'new@example.test' }],
	'accounts.changeUser': ({ user }) => [{ id: user }, { name: 'New name' }],
	'accounts.deleteUser': ({ user }) => [{ id: user }, {}],
	'accounts.endUserSessions': ({ user }) => [{ id: user }, {}],
	'accounts.endUserSession': ({ user, session }) => [{ id: user, session }, {}],
	'accounts.createInvitation': () => [{}, {}],
	'accounts.withdrawInvitation': ({ invitation }) => [{ id: invitation }, {}],
	'accounts.mailSignInLink': ({ user }) => [{ id: user }, {}],
	'billing.refundOrder': () => [{ idOrCode: 'ABC' }, { reason: 'Asked by mail' }],
	'billing.changeRenewalTypeOf': () => [{ id: ID }, { renewal_type: 'manual' }],
	'billing.terminateSubscriptionOf': () => [{ id: ID }, { reason: 'Asked by mail' }],
	'billing.workOnNotice': () => [{ id: ID }, {}],
	'billing.createProduct': () => [{}, { name: 'Pro', license: 'pro', period: 'month' }],
	'billing.changeProduct': () => [{ id: ID }, { name: 'Professional' }],
	'billing.deleteProduct': () => [{ id: ID }, {}],
	'billing.updatePrices': () => [{}, { prices: [{ product_id: ID, currency: 'USD', amount: 9 }] }],
	'attention.countSectorAnalysis': () => [{}, { date: '2026-06-01' }],
	'inbox.announce': () => [{}, { subject: 'Early close', text: 'At 13:00 ET.', audience: 'everybody', ends: '2024-02-01T00:00:00Z' }],
	'inbox.deleteAnnouncement': () => [{ id: '7' }, {}],
	'inbox.deliverAgain': () => [{ id: ID }, {}],
	'operations.saveSettings': () => [{}, { settings: { daily_gap_check: false } }],
	'operations.resetCache': () => [{}],
	'operations.gaps': () => [{}, {}],
	'operations.checkSplits': () => [{}, {}],
	'operations.splits': () => [{}, { dismiss: [{ ticker_id: 1, date: SPAN.from }] }],
	'operations.corporateActions': () => [{}, { csv: `ticker,date,type,value\nAAPL,${SPAN.from},split,4` }],
	'operations.reUpload': () => [{}, SPAN],
	'operations.undoImport': () => [{ batch: '7' }],
	'operations.removeTicker': () => [{ id: '10' }, { confirm: 'AAPL' }],
	'operations.renameTicker': () => [{}, { from: 'FLT', to: 'CPAY', date: SPAN.from }],
	'operations.reschedule': () => [{}, SPAN],
	'operations.buildReport': () => [{}, { date: SPAN.from }],
	'operations.fillSchedule': () => [{}, SPAN],
	'operations.resetSchedule': () => [{}, SPAN],
	'operations.cancelJob': () => [{ id: ID }],
	'operations.retryJob': () => [{ id: ID }],
	'operations.uploadImport': () => [{}, { name: 'AZO.csv', content: btoa('a') }],
	'operations.confirmImport': () => [{ id: ID }],
	'operations.dropImport': () => [{ id: ID }],
	'operations.tryProvider': () => [{}, { provider: 'alpaca', key: 'PKsecret', secret: 'hidden' }],
	'operations.tryMail': () => [{}, { url: 'smtp://user:hidden@mail.example.test', from: 'a@example.test' }],
	'outreach.deleteWaitListEntry': () => [{ email: 'ann@example.test', '?': 'source=girls' }, {}],
	'outreach.answerContactLetter': () => [{ id: ID }, { text: 'At nine.' }],
	'outreach.changeContactLetter': () => [{ id: ID }, { dealt_with: true }],
	'previews.uploadPreview': () => [{}, picture()],
	'previews.changePreview': () => [{ id: ID }, { is_active: false }],
	'research.measureReplication': () => [{}, {}],
	'research.publishReplication': () => [{}, { measured: '2026-06-01T00:00:00Z' }],
	'research.withdrawReplication': () => [{}],
	'research.createScriptParams': () => [{}, { params: { chart_days: 9 } }],
	'research.changeScriptParams': () => [{ id: '7' }, { params: { chart_days: 9 } }],
	'research.deleteScriptParams': () => [{ id: '7' }],
};

/** Questions that are too long for an address; they change nothing. */
const ASKING_POSTS = new Set(['research.tryScriptParams']);
/** Of the GETs this one changes something. */
const CHANGING_GETS = new Set(['operations.resetCache']);

function changes(name: string, { method }: Endpoint): boolean {
	return method === 'GET' ? CHANGING_GETS.has(name) : !ASKING_POSTS.has(name);
}

const changing = Object.entries(contract).flatMap(([area, calls]) =>
	Object.entries(calls as Readonly<Record<string, Endpoint>>)
		.map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint }))
		.filter(({ name, endpoint }) => endpoint.access === 'admin' && changes(name, endpoint)),
);

let at: AccountApp;
let browser: Browser;
let stored: Readonly<Record<string, SettingValue>> = {};

beforeAll(async () => {
	// The areas need the log of the app that they are given to.
	const audit: AuditAct = (...act) => createAuditLog(at.accounts)(...act);
	const settings = createSiteSettings(
		{
			read: async () => stored,
			write: async (values) => {
				stored = values;
			},
		},
		[],
		{ findConflict: () => undefined, onChanged: () => {} },
	);
	const scripts: ResearchAreaParts['scripts'] = {
		...{ list: async () => [entry], get: async () => entry, create: async () => entry, change: async () => entry },
		...{ remove: async () => {}, readCurrentValues: neverCalled, readOrigins: neverCalled, listVersions: neverCalled },
	};
	const replicated = async () => ({ latest: null, published: null, job: null });
	const replications: ResearchAreaParts['replications'] = {
		...{ readPublished: neverCalled, readState: replicated, measure: replicated, publish: replicated, withdraw: replicated },
	};
	const [scriptParts, freshness] = [{ scripts, replications, audit }, {} as FreshnessParts];
	at = await accountApp({
		areas: [
			implement(operatorCalls, createOperatorHandlers({ settings, freshness, resetCaches: async () => ['pages'], audit })),
			implement(
				correctionCalls,
				createCorrectionsHandlers({
					submit: async (kind) => job(kind),
					whyNoFetch: () => undefined,
					quarantined: async () => ({ items: [], total: 0 }),
					calendar: nyse,
					now: () => utcMs(Date.UTC(2026, 6, 1)),
					tickerOf: () => ({ symbol: 'AAPL', name: 'Apple' }),
					tickerNamed: () => 10 as TickerId,
					recordedActions: async () => () => undefined,
					timetable: { between: (from) => [slotsOfDate(nyse.sessionOn(from)!)], fill: async () => 1, reset: async () => 1 },
					ledger: async () => ({ items: [], total: 0 }),
					importOfBatch: async () => ({ name: 'a.csv', isInEffect: true }),
					audit,
					emailOf: async () => ADMIN,
				}),
			),
			implement(
				tickerChangeCalls,
				createTickerChangeHandlers({
					submit: async (kind) => job(kind),
					calendar: nyse,
					now: () => utcMs(Date.UTC(2026, 6, 1)),
					tickerOf: () => ({ symbol: 'AAPL', name: 'Apple' }),
					tickerNamed: () => 10 as TickerId,
					whyNoTickerChange: () => undefined,
					sharedDate: async () => undefined,
					audit,
					emailOf: async () => ADMIN,
				}),
			),
			implement(
				jobCalls,
				createJobsHandlers({
					list: neverCalled,
					find: async () => ({ ...job('gaps'), state: 'failed' }),
					readLog: neverCalled,
					cancel: async () => job('gaps'),
					resubmit: async () => job('gaps'),
					audit,
					emailOf: async () => ADMIN,
				}),
			),
			implement(
				setupCalls,
				createSetupHandlers({
					state: () => {
						throw new Error('Not used in this test.');
					},
					tryProvider: async () => ({ outcome: 'refused', lines: [] }),
					tryMail: async () => ({ sent: true, line: '', host: 'mail.example.test' }),
					emailOf: async () => ADMIN,
					audit,
				}),
			),
			implement(
				importCalls,
				createImportHandlers({
					uploads: { add: async () => upload, find: async () => upload, remove: async () => {} },
					preview: async () => ({ tables: [], question: undefined }),
					readLines: async () => ({ lines: [], total: 0 }),
					submit: async () => job('import'),
					whyNoImport: () => undefined,
					audit,
					emailOf: async () => ADMIN,
				}),
			),
			implement(
				outreach,
				createOutreachHandlers({
					records: outreachRecords,
					clock: { now: () => message.at },
					sendToInbox: async () => {},
					mailer: { send: () => {}, defer: () => {} },
					audit,
				} as Partial<OutreachParts> as OutreachParts),
			),
			implement(
				sectorAnalysisCalls,
				createBreadthHandlers({
					recount: async () => job('breadth'),
					calendar: nyse,
					emailOf: async () => ADMIN,
					now: () => utcMs(Date.UTC(2026, 6, 1)),
					audit,
				} as Partial<BreadthParts> as BreadthParts),
			),
			implement(
				inbox,
				createInboxHandlers({ records: inboxRecords, clock: { now: () => ANNOUNCED }, audit } as Partial<InboxParts> as InboxParts),
			),
			implement(
				deliveryCalls,
				createDeliveryHandlers({
					records: deliveryRecords,
					clock: { now: () => ANNOUNCED },
					push: { publicKey: '' },
					wake: () => {},
					audit,
				} as Partial<Record<keyof DeliveryParts, unknown>> as unknown as DeliveryParts),
			),
			implement(
				previews,
				createPreviewsHandlers({
					records: {
						addPreview: async () => {},
						changePreview: async (_id: string, change: (before: StoredPreview) => StoredPreview) => ({
							before: preview,
							after: change(preview),
						}),
					},
					files: { add: async () => {} },
					siteHost: 'signals.example',
					source: { label: '', isPublic: true },
					now: () => utcMs(0),
					uuid: () => ID,
					audit,
				} as Partial<Record<keyof PreviewsParts, unknown>> as unknown as PreviewsParts),
			),
			implement(
				billing,
				createBillingHandlers({
					...billingParts(audit),
					intake: { receive: async () => {} },
					orders: createOrders(billingParts(audit)),
					refunds: createRefunds({
						...billingParts(audit),
						orders: createOrders(billingParts(audit)),
						processor: { recomputeOrder: async () => {} },
					}),
					subscriptions: createSubscriptions({ ...billingParts(audit), processor: { recomputeOrder: async () => {} } }),
				}),
			),
			implement(
				research,
				createResearchHandlers({ ...scriptParts, emailOf: async () => ADMIN } as Partial<ResearchAreaParts> as ResearchAreaParts),
			),
		],
	});
	({ browser } = await at.createSignedInUser({ role: 'admin', email: ADMIN }));
});
afterAll(() => at?.[Symbol.asyncDispose]());

async function lines() {
	return (await at.accounts.context.records.listAudit({}, 0, 5)) as { items: readonly { actor: string }[]; total: number };
}

describe('a changing call of an administrator', () => {
	it('has a request here, whichever it is', () => {
		expect(changing.map(({ name }) => name).sort()).toEqual(Object.keys(REQUESTS).sort());
	});

	it.each(changing)('$name leaves one line in the audit log, in the name of who did it', async ({ name, endpoint }) => {
		const { id: user } = (await at.createSignedInUser()).user;
		const session = (await at.accounts.context.records.sessionsOf(user, utcMs(at.clock.now())))[0]?.id ?? '';
		const { body: invited } = await browser.send('POST', '/api/invitations', {});
		const { id: invitation } = (invited as { invitation: { id: string } }).invitation;
		const [path, body] = REQUESTS[name]?.({ user, session, invitation }) ?? [{} as Record<string, string>];
		const query = path['?'] === undefined ? '' : `?${path['?']}`;
		const url = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => path[key] ?? '') + query;
		const before = (await lines()).total;
		const { status } = await browser.send(endpoint.method, url, body);
		expect(Object.keys(endpoint.answers)).toContain(String(status));
		const after = await lines();
		expect([after.total, after.items[0]?.actor]).toEqual([before + 1, ADMIN]);
	});
});
