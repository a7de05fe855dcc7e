import { randomBytes } from 'node:crypto';
import type { Records } from '@sw/store/postgres/records';
import { changeSetting } from '@sw/store/postgres/records/settings';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { type Payments, PaymentsError } from '../../outside/payments/payments.ts';
import { createPayPro } from '../../outside/payments/paypro-global.ts';
import { createSimulatedPayments, EMPTY_BOOK, type SimulatedBook, type SimulatedPayments } from '../../outside/payments/simulated.ts';

const HOOK = '/api/payproglobal/webhook';

/** Posts as the provider does: a form over HTTP, authenticated only by its signature. */
export async function postToHook(app: FastifyInstance, form: URLSearchParams): Promise<void> {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' };
	const { statusCode } = await app.inject({ method: 'POST', url: HOOK, headers, payload: form.toString() });
	if (statusCode !== 200) throw new PaymentsError(`The payment notification endpoint answered ${statusCode}.`);
}

const BOOK = 'simulated_payments';

export interface PaymentsWiring {
	records: Pick<Records, 'db'>;
	config: Pick<Config, 'payments' | 'origin'>;
	wall: { now(): number };
	/** Posts a form to this product's webhook. */
	post(form: URLSearchParams): Promise<void>;
	/** Replaces the provider's own address. */
	address?: string | undefined;
}

/** The simulated provider is returned separately, because this server hosts its checkout page. */
export function openPayments({ records, config, wall, post, address }: PaymentsWiring): {
	payments: Payments | null;
	simulated: SimulatedPayments | null;
} {
	if (config.payments === null) return { payments: null, simulated: null };
	if (config.payments.name === 'payproglobal') return { payments: createPayPro(config.payments, { address }), simulated: null };
	const simulated = createSimulatedPayments({
		// Only this process signs with them, and a stored notification's signature is never checked again.
		keys: { validation: randomBytes(24).toString('hex'), secret: randomBytes(24).toString('hex') },
		origin: config.origin,
		now: wall.now,
		change: async <T>(work: (book: SimulatedBook) => T): Promise<T> => {
			const done: T[] = [];
			await changeSetting(records.db, BOOK, (kept) => {
				const book = structuredClone((kept ?? EMPTY_BOOK) as SimulatedBook);
				done.push(work(book));
				return book;
			});
			return done[0] as T;
		},
		post,
	});
	return { payments: simulated, simulated };
}
