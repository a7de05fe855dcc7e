import type { ServerResponse } from 'node:http';
import type { CallerAccount } from '@sw/domain/access/caller';
import type { HubLimits } from './limits.ts';
import { answerPoll, endPoll } from './poll-answer.ts';
import { closeRecord, handshakeError, handshakeRecord, noSuchMethodRecord, readMessage, splitRecords } from './records.ts';

const FAULT = { error: 'Connection closed with an error.' };

/**
 * One client of the hub: what it has yet to hear and the poll that waits to hear it. There may be thousands, so it holds no timer and
 * no closure: deadlines are looked at by `isAlive`. Instants are the wall clock's, in milliseconds.
 */
export class Connection {
	/** Public name. */
	readonly id: string;
	/** Secret name: who knows it is the client. */
	readonly token: string;
	/** As of the last call, so that a licence that ended or grew counts from the next poll. */
	account: CallerAccount;
	private readonly limits: HubLimits;
	private readonly began: number;
	/** greeting: no handshake yet; ending: may fetch its last records and is then let go. */
	private phase: 'greeting' | 'open' | 'ending' = 'greeting';
	private hasPolled = false;
	private poll: ServerResponse | null = null;
	private pollEnds = 0;
	/** Since when no poll is held. */
	private idleSince: number;
	private minuteBegan = 0;
	private calls = 0;
	private outbox = '';
	private inbox = '';

	constructor(id: string, token: string, account: CallerAccount, limits: HubLimits, now: number) {
		this.id = id;
		this.token = token;
		this.account = account;
		this.limits = limits;
		this.began = now;
		this.idleSince = now;
	}

	/** Whether somebody waits at the other end: a page that was closed does not. */
	get isHeld(): boolean {
		return this.poll !== null && !this.poll.destroyed;
	}

	/** Counts a call; false when there have been too many within the minute. */
	inPace(now: number): boolean {
		if (now - this.minuteBegan >= 60_000) {
			this.minuteBegan = now;
			this.calls = 0;
		}
		return ++this.calls <= this.limits.pollsAMinute;
	}

	/** Takes the next poll and ends one still held. False when the client has heard its last and the connection is over. */
	take(poll: ServerResponse, now: number, ends: number): boolean {
		this.letGo(now);
		this.idleSince = now;
		if (!this.hasPolled) {
			// The client waits for this before it shakes hands, and takes anything else for a failure.
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
			this.pollEnds = ends;
		}
		return true;
	}

	/** Takes what the client posted: any number of records, the last of which may be cut. */
	receive(text: string, now: number): void {
		const { records, rest } = splitRecords(this.inbox + text);
		this.inbox = rest;
		for (const record of records) {
			if (this.phase === 'greeting') this.greet(record, now);
			else if (this.phase === 'open') this.hear(record, now);
		}
		if (rest.length > this.limits.inbox) this.end(now, closeRecord(FAULT));
	}

	/** An event for the client; one that has not fetched a full outbox of them has been told enough. */
	tell(event: string, now: number): void {
		if (this.phase !== 'open' || this.outbox.length + event.length > this.limits.outbox) return;
		this.put(event, now);
	}

	/** The client gets the last record at its next poll, then the connection is over. */
	end(now: number, lastRecord = ''): void {
		if (this.phase === 'ending') return;
		this.phase = 'ending';
		this.inbox = '';
		if (lastRecord !== '') this.put(lastRecord, now);
	}

	/** Ends a held poll with the word that there will be no more. */
	letGo(now: number): void {
		if (this.poll === null) return;
		endPoll(this.poll);
		this.poll = null;
		this.idleSince = now;
	}

	/** Does what is due. False when the connection is to be dropped. */
	isAlive(now: number): boolean {
		if (this.poll?.destroyed) {
			this.poll = null;
			this.idleSince = now;
		}
		if (this.phase === 'greeting' && now - this.began >= this.limits.handshakeMs) {
			this.end(now, handshakeRecord('Handshake was canceled.'));
		}
		if (this.poll !== null && now >= this.pollEnds) {
			if (this.phase === 'ending') this.letGo(now);
			else this.say('', now);
		}
		return this.poll !== null || now - this.idleSince < this.limits.dropMs;
	}

	private greet(record: string, now: number): void {
		const error = handshakeError(record);
		if (error === null) {
			this.phase = 'open';
			this.put(handshakeRecord(), now);
		} else this.end(now, handshakeRecord(error));
	}

	private hear(record: string, now: number): void {
		try {
			const message = readMessage(record);
			// After its goodbye a client aborts its poll by itself and closes: an answer now would cross that.
			if (message?.kind === 'close') this.end(now);
			else if (message?.kind === 'call') this.refuse(noSuchMethodRecord(message.invocationId, message.target), now);
		} catch {
			this.end(now, closeRecord(FAULT));
		}
	}

	/** Unlike events, answers are not left out: a client that asks and does not listen is sent away. */
	private refuse(completion: string, now: number): void {
		if (this.outbox.length + completion.length > this.limits.outbox) this.end(now, closeRecord(FAULT));
		else this.put(completion, now);
	}

	private put(record: string, now: number): void {
		this.outbox += record;
		if (this.poll === null || this.poll.destroyed) return;
		const records = this.outbox;
		this.outbox = '';
		this.say(records, now);
	}

	private say(records: string, now: number): void {
		if (this.poll !== null) answerPoll(this.poll, records);
		this.poll = null;
		this.idleSince = now;
	}
}
