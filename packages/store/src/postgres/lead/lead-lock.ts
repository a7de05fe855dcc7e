import { isLeaseExpired, LEASE_DURATION, nextEpoch, standbyStep } from '@sw/domain/lead/rules';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import type { Records } from '../records.ts';
import { destroyConnection } from '../steady-pool.ts';

export interface LeadLockParts {
	records: Pick<Records, 'url' | 'process'>;
	/** Display name. */
	name: string;
	/** Address at which other processes reach this one. */
	address: string;
	/** Connection timeout. */
	connectTimeoutMs: number;
	/** Milliseconds after which a lease that was not renewed expires. Must be the same in all processes. */
	leaseMs?: number | undefined;
}

/** The leader's lock. A separate connection holds it, so that the lock is released if that connection ends. */
export interface LeadLock {
	/**
	 * Makes one attempt of a standby to lead, if no process leads. First ends the connection of a leader whose lease has expired. Returns the epoch on
	 * success.
	 */
	tryToLead(): Promise<number | undefined>;
	/** Renews the lease; false if another process has taken the lead. */
	renew(epoch: number): Promise<boolean>;
	/** Resolves when the connection has ended for any reason. */
	readonly ended: Promise<void>;
	/** Releases the lead. */
	close(): Promise<void>;
	/** Does the same as `close`, without waiting for a server that may not answer. */
	destroyConnection(): void;
}

/**
 * Milliseconds that a takeover waits for commits of the previous epoch. After that, the takeover is retried, and transactions with an expired lease are
 * ended.
 */
const COMMIT_TIMEOUT_MS = 1_000;

/** Query for the connection with the lock, and its last sign of life: when its lease was renewed or, without a lease yet, when its state changed. */
const HOLDER_QUERY = `select lock.pid, holder.application_name, coalesce(lease.renewed_at, holder.state_change) as alive_at
	from pg_locks lock join pg_stat_activity holder on holder.pid = lock.pid
	left join leads lease on lease.ended_at is null and lease.pid = lock.pid and lease.process = holder.application_name
	where lock.locktype = 'advisory' and lock.classid = 0 and lock.objid = ${ADVISORY_LOCKS.lead} and lock.objsubid = 1
	and lock.granted and lock.database = (select oid from pg_database where datname = current_database())`;

export async function openLeadLock({
	records,
	name,
	address,
	connectTimeoutMs,
	leaseMs = LEASE_DURATION,
}: LeadLockParts): Promise<LeadLock> {
	const client = new Client({
		connectionString: records.url,
		application_name: records.process,
		connectionTimeoutMillis: connectTimeoutMs,
		keepAlive: true,
		// If a server crash loses a renewal, the lease looks older than it is, but the crash releases the lock anyway.
		options: '-c timezone=UTC -c statement_timeout=5000 -c synchronous_commit=off',
	});
	const ended = new Promise<void>((done) => client.once('end', () => done()));
	// The 'end' event that follows is handled instead.
	client.on('error', () => {});
	await client.connect();

	const tryLock = async (): Promise<boolean> => {
		const { rows } = await client.query<{ got: boolean }>(`select pg_try_advisory_lock(${ADVISORY_LOCKS.lead}) as got`);
		return rows[0]?.got === true;
	};
	/** Ends the connection that holds the lock, unless it has shown a sign of life since the check. Returns whether the lock may be free now. */
	const endExpiredHolder = async (): Promise<boolean> => {
		const { rows } = await client.query<{ pid: number; seen: string; age: number }>(
			`select pid, alive_at::text as seen, ${ageExpression('alive_at')} as age from (${HOLDER_QUERY}) as held`,
		);
		const [holder] = rows;
		const step = standbyStep(holder?.age, leaseMs);
		if (!holder || step !== 'end') return step === 'take';
		const { rowCount } = await client.query(
			`select pg_terminate_backend(pid, ${COMMIT_TIMEOUT_MS}) from (${HOLDER_QUERY}) as held where pid = $1 and alive_at::text = $2`,
			[holder.pid, holder.seen],
		);
		return rowCount === 1;
	};
	const takeLead = async (): Promise<number> => {
		await client.query('begin');
		await client.query(`set local synchronous_commit = on; set local lock_timeout = ${COMMIT_TIMEOUT_MS}`);
		const { rows: openLeads } = await client.query<{ process: string; age: number }>(
			`select process, ${ageExpression('renewed_at')} as age from leads where ended_at is null`,
		);
		// A process that is suspended during a commit would block the takeover: end its transaction, which is then never committed.
		for (const { process, age } of openLeads)
			if (isLeaseExpired(age, leaseMs))
				await client.query(
					'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and xact_start is not null and pid <> pg_backend_pid()',
					[process],
				);
		// Waits for commits that have passed the fence, and blocks further ones.
		await client.query('select epoch from leads where ended_at is null for update');
		await client.query('update leads set ended_at = clock_timestamp() where ended_at is null');
		await client.query(`update batches set state = 'aborted' where state = 'open'`);
		const { rows } = await client.query<{ newest: number }>('select coalesce(max(epoch), 0)::int as newest from leads');
		const epoch = nextEpoch(rows[0]?.newest ?? 0);
		await client.query('insert into leads (epoch, name, process, pid, address) values ($1, $2, $3, pg_backend_pid(), $4)', [
			epoch,
			name,
			records.process,
			address,
		]);
		await client.query('commit');
		return epoch;
	};

	return {
		tryToLead: async () => {
			const isAcquired = (await tryLock()) || ((await endExpiredHolder()) && (await tryLock()));
			return isAcquired ? takeLead() : undefined;
		},
		renew: async (epoch) => {
			const result = await client.query('update leads set renewed_at = clock_timestamp() where epoch = $1 and ended_at is null', [epoch]);
			return result.rowCount === 1;
		},
		ended,
		close: () => client.end(),
		destroyConnection: () => destroyConnection(client),
	};
}

/** Returns the SQL for an age in milliseconds, by the database's clock. */
function ageExpression(moment: string): string {
	return `(extract(epoch from clock_timestamp() - ${moment}) * 1000)::float8`;
}
