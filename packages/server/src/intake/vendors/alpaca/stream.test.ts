import { nyse } from '@sw/domain/time/calendar';
import { SECOND } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createFakeWallClock } from '../../../platform/clocks/testing/fake-wall-clock.ts';
import { createAlpacaStream, type Socket } from './stream.ts';

const OPEN = Date.UTC(2025, 0, 8, 14, 30);

function open(key = 'PK', { at = OPEN - 60 * SECOND, symbols = ['AAPL'], most: limit = Number.POSITIVE_INFINITY } = {}) {
	const wall = createFakeWallClock(at);
	const sockets: ReturnType<typeof createFakeSocket>[] = [];
	const warnings: string[] = [];
	const stream = createAlpacaStream({
		keys: { key, secret: 's' },
		wall,
		calendar: nyse,
		random: () => 1,
		warn: (message) => warnings.push(message),
		connect: () => {
			const fake = createFakeSocket(limit);
			sockets.push(fake);
			return fake.socket;
		},
	});
	stream.subscribe(symbols);
	const last = () => sockets.at(-1) as ReturnType<typeof createFakeSocket>;
	const minute = (n: number, close: number, volume = 10, T = 'b'): void =>
		last().receive([
			{
				T,
				S: 'AAPL',
				o: close - 1,
				h: close + 1,
				l: close - 2,
				c: close,
				v: volume,
				t: new Date(OPEN + n * 60_000).toISOString(),
				n: 1,
				vw: 1,
			},
		]);
	/** Lets time pass with a word from the vendor every half minute. */
	const pass = async (seconds: number): Promise<void> => {
		for (let left = seconds; left > 0; left -= 30) {
			await wall.advance(Math.min(30, left) * SECOND);
			last().receive([{ T: 'success', msg: 'still here' }]);
		}
	};
	return { wall, stream, sockets, warnings, last, minute, pass };
}

/** The vendor's side of a connection. */
function createFakeSocket(limit = Number.POSITIVE_INFINITY) {
	const listeners = new Map<string, ((event: { data: unknown }) => void)[]>();
	const emit = (type: string, data?: unknown): void => {
		for (const listener of listeners.get(type) ?? []) listener({ data });
	};
	const confirmed: string[] = [];
	const sent: { action: string; bars?: string[]; key?: string }[] = [];
	const socket: Socket = {
		send: (text) => {
			const message = JSON.parse(text);
			sent.push(message);
			if (message.action === 'auth')
				receive([message.key === 'PK' ? { T: 'success', msg: 'authenticated' } : { T: 'error', code: 402, msg: 'auth failed' }]);
			else {
				confirmed.push(...message.bars.slice(0, Math.max(0, limit - confirmed.length)));
				receive([{ T: 'subscription', bars: confirmed }]);
				if (confirmed.length >= limit) receive([{ T: 'error', code: 405, msg: 'symbol limit exceeded' }]);
			}
		},
		close: () => emit('close'),
		addEventListener: (type: string, listener: (event: { data: unknown }) => void) => {
			listeners.set(type, [...(listeners.get(type) ?? []), listener]);
		},
	};
	const receive = (messages: unknown): void => emit('message', JSON.stringify(messages));
	return { socket, sent, receive, emit, welcome: () => receive([{ T: 'success', msg: 'connected' }]) };
}

describe('the stream of bars', () => {
	it('makes a slot of its minutes, with those corrected, once the last can have come', async () => {
		const { stream, last, minute, pass } = open();
		last().welcome();
		expect(last().sent.map(({ action }) => action)).toEqual(['auth', 'subscribe']);
		minute(0, 100);
		minute(14, 105);
		minute(5, 110);
		minute(5, 108, 20, 'u');
		minute(15, 200);
		await pass(16 * 60);
		expect(stream.slot(OPEN)).toBeUndefined();
		minute(15, 200);
		await pass(5);
		expect(stream.slot(OPEN)?.get('AAPL')).toEqual({ ms: OPEN, open: 99, high: 109, low: 98, close: 105, volume: 40 });
	});

	it('answers for no slot that it did not see whole, and comes back by itself', async () => {
		const { wall, stream, sockets, last, minute, pass } = open();
		last().welcome();
		minute(0, 100);
		await pass(5 * 60);
		last().emit('close');
		await wall.advance(999);
		expect(sockets.length).toBe(1);
		await wall.advance(1);
		expect(sockets.length).toBe(2);
		last().welcome();
		minute(10, 101);
		minute(16, 102);
		await pass(12 * 60);
		expect(stream.slot(OPEN)).toBeUndefined();
		minute(17, 103);
		await pass(15 * 60);
		expect(stream.slot(OPEN + 900 * SECOND)?.get('AAPL')?.close).toBe(103);
	});

	it('takes silence for a dead connection, and an unreadable message for a hole', async () => {
		const { wall, stream, sockets, last, minute, warnings } = open();
		last().welcome();
		minute(0, 100);
		last().receive([{ T: 'b', S: 'AAPL', o: 'x' }]);
		expect(warnings.join()).toMatch(/alpaca, stream: .* at 0/);
		last().emit('message', 'not json');
		expect(warnings.join()).toMatch(/alpaca, stream: .*\(body\)/);
		await wall.advance(180 * SECOND);
		expect(sockets.length).toBe(2);
		expect(stream.slot(OPEN)).toBeUndefined();
	});

	const many = Array.from({ length: 1_000 }, (_, i) => `S${i}`);

	it('asks for many symbols in messages that the vendor takes, and follows those that it confirms', () => {
		const { stream, last, warnings } = open('PK', { symbols: many });
		last().welcome();
		const subscriptions = last().sent.filter(({ action }) => action === 'subscribe');
		expect(subscriptions.flatMap(({ bars }) => bars)).toEqual(many);
		expect(Math.max(...subscriptions.map((message) => JSON.stringify(message).length))).toBeLessThan(16_384);
		expect([many.every((symbol) => stream.isSubscribed(symbol)), warnings]).toEqual([true, []]);
		last().emit('close');
		expect(stream.isSubscribed('S0')).toBe(false);
	});

	it('goes on with the symbols that its plan has, in words', () => {
		const { stream, last, warnings } = open('PK', { symbols: many, most: 30 });
		last().welcome();
		expect(many.filter((symbol) => stream.isSubscribed(symbol)).length).toBe(30);
		expect(warnings.join()).toMatch(/405: symbol limit exceeded/);
		expect(warnings.join()).toMatch(/confirms 30 of 1000 symbols; the others are requested/);
	});

	it('gives up where trying again is of no use, and when it is closed', async () => {
		const { wall, sockets, last, warnings } = open('wrong');
		last().welcome();
		expect(warnings.join()).toMatch(/402: auth failed/);
		await wall.advance(3_600 * SECOND);
		expect(sockets.length).toBe(1);
		const good = open();
		good.stream.close();
		await good.wall.advance(3_600 * SECOND);
		expect([good.sockets.length, good.wall.countPending()]).toEqual([1, 0]);
	});
});
