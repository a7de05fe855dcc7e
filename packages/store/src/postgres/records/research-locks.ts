import type { Records } from '../records.ts';

/** First half of the key; the second is the task's number. */
const SEARCHES = 7_311;

/**
 * Works while no other process works on the task: undefined when one does. The lock ends with its connection, hence also with a process that
 * dies.
 */
export const withTaskLock = async <T>({ pool }: Records, taskId: number, work: () => Promise<T>): Promise<T | undefined> => {
	const connection = await pool.connect();
	try {
		const { rows } = await connection.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [SEARCHES, taskId]);
		if (!rows[0]?.held) return undefined;
		try {
			return await work();
		} finally {
			await connection.query('select pg_advisory_unlock($1, $2)', [SEARCHES, taskId]);
		}
	} finally {
		connection.release();
	}
};
