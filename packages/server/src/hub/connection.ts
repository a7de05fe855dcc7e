import type { ServerResponse } from 'node:http';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { HubLimits } from './limits.ts';
import {
	createCloseRecord,
	createHandshakeRecord,
	createNoSuchMethodRecord,
	findHandshakeError,
	readMessage,
	splitRecords,
} from './records.ts';

const HEADERS = {
	'cache-control': 'no-cache, no-store',
	pragma: 'no-cache',
	expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
	'x-content-type-options': 'nosniff',
	'cross-origin-resource-policy': 'same-origin',
};

/**
 * Answers a poll with records, or with an empty text. Headers and body are sent in one write, uncompressed and with their length, so that no proxy has a
 * reason to buffer them. Ignores a poll whose client has disconnected.
 */
export function answerPoll(response: ServerResponse, records: string): void {
	if (response.destroyed) return;
	const type = records === '' ? 'text/plain' : 'application/octet-stream';
	response.writeHead(200, { ...HEADERS, 'content-type': type, 'content-length': Buffer.byteLength(records) });
	response.end(records);
}

/** Ends a poll with 204, which means that the poll or its connection is over. */
function endPoll(response: ServerResponse): void {
	if (response.destroyed) return;
	response.writeHead(204, HEADERS);
	response.end();
}

const CLOSED_WITH_ERROR = { error: 'Connection closed with an error.' };

/**
 * One client of the hub, with its pending events and its held poll. There can be thousands of connections, so they have neither timers nor closures;
 * `checkDeadlines` is called regularly instead. Instants are wall-clock milliseconds.
 */
export class Connection {
	/** Public id. */
	readonly id: string;
	/** Secret id, by which the client's calls find the connection. */
	readonly token: string;
	/** The account as of the client's last call, so that a changed licence applies from the next poll. */
	account: CallerAccount;
	private readonly limits: HubLimits;
	private readonly createdAt: number;
	/** 'greeting': before the handshake. 'ending': the client can fetch its last records, then the connection is dropped. */
	private phase: 'greeting' | 'open' | 'ending' = 'greeting';
	private hasPolled = false;
	private poll: ServerResponse | null = null;
	private pollDeadline = 0;
	/** Since when no poll has been held. */
	private idleSince: number;
	private minuteStart = 0;
	private callsThisMinute = 0;
	private outbox = '';
	private inbox = '';

	constructor(id: string, token: string, account: CallerAccount, limits: HubLimits, now: number) {
		this.id = id;
		this.token = token;
		this.account = account;
		this.limits = limits;
		this.createdAt = now;
		this.idleSince = now;
	}

	/** Whether a poll is held; false if the client has disconnected, for example because its page was closed. */
	get isHeld(): boolean {
		return this.poll !== null && !this.poll.destroyed;
	}

	/** Counts a call; false if there were too many within the minute. */
	countCall(now: number): boolean {
		if (now - this.minuteStart >= 60_000) {
			this.minuteStart = now;
			this.callsThisMinute = 0;
		}
		return ++this.callsThisMinute <= this.limits.pollsPerMinute;
	}

	/** Answers the next poll, or holds it until `holdUntil`, and ends the previous poll if it is still held. False if the connection is over. */
	acceptPoll(poll: ServerResponse, now: number, holdUntil: number): boolean {
		this.endHeldPoll(now);
		this.idleSince = now;
		if (!this.hasPolled) {
			// The client waits for an empty response before the handshake, and treats anything else as a failure.
			this.hasPolled = true;
			answerPoll(poll, '');
		} else if (this.outbox !== '') {
			answerPoll(poll, this.outbox);
			this.outbox = '';
		} else if (this.phase === 'ending') {
			endPoll(poll);
			return false;
		} else {
			this.poll = poll;
			this.pollDeadline = holdUntil;
		}
		return true;
	}

	/** Handles text that the client posted: any number of records, the last of which can be incomplete. */
	receive(text: string, now: number): void {
		const { records, rest } = splitRecords(this.inbox + text);
		this.inbox = rest;
		for (const record of records) {
			if (this.phase === 'greeting') this.handleHandshake(record, now);
			else if (this.phase === 'open') this.handleRecord(record, now);
		}
		if (rest.length > this.limits.maxInboxChars) this.end(now, createCloseRecord(CLOSED_WITH_ERROR));
	}

	/** Queues an event for the client. Skips the event if the outbox is full, because the client hasn't fetched the earlier events yet. */
	notify(event: string, now: number): void {
		if (this.phase !== 'open' || this.outbox.length + event.length > this.limits.maxOutboxChars) return;
		this.enqueue(event, now);
	}

	/** Ends the connection once the client has fetched the last record with its next poll. */
	end(now: number, lastRecord = ''): void {
		if (this.phase === 'ending') return;
		this.phase = 'ending';
		this.inbox = '';
		if (lastRecord !== '') this.enqueue(lastRecord, now);
	}

	/** Ends a held poll with 204. */
	endHeldPoll(now: number): void {
		if (this.poll === null) return;
		endPoll(this.poll);
		this.poll = null;
		this.idleSince = now;
	}

	/** Acts on due deadlines. False if the connection must be dropped. */
	checkDeadlines(now: number): boolean {
		if (this.poll?.destroyed) {
			this.poll = null;
			this.idleSince = now;
		}
		if (this.phase === 'greeting' && now - this.createdAt >= this.limits.handshakeMs) {
			this.end(now, createHandshakeRecord('Handshake was canceled.'));
		}
		if (this.poll !== null && now >= this.pollDeadline) {
			if (this.phase === 'ending') this.endHeldPoll(now);
			else this.deliver('', now);
		}
		return this.poll !== null || now - this.idleSince < this.limits.dropMs;
	}

	private handleHandshake(record: string, now: number): void {
		const error = findHandshakeError(record);
		if (error === null) {
			this.phase = 'open';
			this.enqueue(createHandshakeRecord(), now);
		} else this.end(now, createHandshakeRecord(error));
	}

	private handleRecord(record: string, now: number): void {
		try {
			const message = readMessage(record);
			// The poll isn't answered: after closing, the client aborts the poll, and an answer would race with the abort.
			if (message?.kind === 'close') this.end(now);
			else if (message?.kind === 'call') this.answerCall(createNoSuchMethodRecord(message.invocationId, message.target), now);
		} catch {
			this.end(now, createCloseRecord(CLOSED_WITH_ERROR));
		}
	}

	/** Queues the answer to a call. Unlike events, answers are never skipped. A client that calls methods without polling is disconnected. */
	private answerCall(completion: string, now: number): void {
		if (this.outbox.length + completion.length > this.limits.maxOutboxChars) this.end(now, createCloseRecord(CLOSED_WITH_ERROR));
		else this.enqueue(completion, now);
	}

	private enqueue(record: string, now: number): void {
		this.outbox += record;
		if (this.poll === null || this.poll.destroyed) return;
		const records = this.outbox;
		this.outbox = '';
		this.deliver(records, now);
	}

	private deliver(records: string, now: number): void {
		if (this.poll !== null) answerPoll(this.poll, records);
		this.poll = null;
		this.idleSince = now;
	}
}
