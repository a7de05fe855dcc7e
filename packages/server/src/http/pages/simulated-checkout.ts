/** The checkout page of the simulated payment provider: plain HTML with a form, because a real one is on another company's site. */
import { createHash } from 'node:crypto';
import type { Caller } from '@sw/domain/access/caller';
import type { FastifyInstance } from 'fastify';
import type { Guard } from '../../areas/guard.ts';
import { escapeHtml } from '../../outside/mail/mail-layout.ts';
import { staticPolicy } from '../content-policy.ts';
import { rejectForeignSites } from '../reject-requests.ts';

export interface CheckoutPage {
	readonly code: string;
	readonly name: string;
	/** Amount as text, such as '49.00 USD'. */
	readonly amount: string;
	readonly state: string;
	readonly actions: readonly { readonly name: string; readonly label: string }[];
}

export interface SimulatedCheckout {
	readonly origin: string;
	readonly guard: Guard;
	/** Throws unless the caller can see the order. */
	loadPage(code: string, caller: Caller): Promise<CheckoutPage>;
	performAction(code: string, action: string, caller: Caller): Promise<void>;
}

const PATH = '/simulated-checkout/:code';
const FORM = 'application/x-www-form-urlencoded';
const STYLE =
	'body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:2rem auto;padding:0 1rem;color:#1a1d24;background:#f4f5f7}main{background:#fff;border-radius:10px;padding:1.5rem}button{display:block;width:100%;min-height:44px;margin:.5rem 0;font:inherit;border:1px solid #1f6f8b;border-radius:6px;background:#fff;color:#1f6f8b;cursor:pointer}button.first{background:#1f6f8b;color:#fff}a{color:#1f6f8b}';
const POLICY = staticPolicy([], [createHash('sha256').update(STYLE).digest('base64')]);

export function serveSimulatedCheckout({ origin, guard, loadPage, performAction }: SimulatedCheckout) {
	return (app: FastifyInstance): void => {
		app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, text, done) => done(null, new URLSearchParams(String(text))));
		app.get<{ Params: { code: string } }>(PATH, { schema: { hide: true } }, async (request, reply) => {
			const caller = await guard(request, { access: 'user' });
			const body = renderPage(await loadPage(request.params.code, caller));
			return reply
				.header('content-security-policy', POLICY)
				.header('cache-control', 'private, no-store')
				.type('text/html; charset=utf-8')
				.send(body);
		});
		app.post<{ Params: { code: string }; Body: URLSearchParams }>(PATH, { schema: { hide: true } }, async (request, reply) => {
			rejectForeignSites(request, origin);
			const caller = await guard(request, { access: 'user' });
			await performAction(request.params.code, request.body instanceof URLSearchParams ? (request.body.get('act') ?? '') : '', caller);
			return reply.redirect(`/simulated-checkout/${encodeURIComponent(request.params.code)}`, 303);
		});
	};
}

function renderPage({ code, name, amount, state, actions }: CheckoutPage): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Simulated checkout</title><style>${STYLE}</style></head>
<body><main><h1>Simulated checkout</h1>
<p>No money is taken here: this page simulates a payment provider on the operator's own machine.</p>
<p><strong>${escapeHtml(name)}</strong>, ${escapeHtml(amount)}<br>Order ${escapeHtml(code)}: ${escapeHtml(state === 'processed' ? 'paid' : state)}</p>
<form method="post">${actions.map((act, n) => `<button${n === 0 ? ' class="first"' : ''} name="act" value="${escapeHtml(act.name)}">${escapeHtml(act.label)}</button>`).join('\n')}</form>
<p><a href="/prices">Back to the plans</a> · <a href="/profile">Profile</a></p>
</main></body></html>
`;
}
