import type { AccountRecords as StoredAccounts } from '@sw/store/postgres/records/accounts/accounts';
import type { MaybePromise } from '../../../platform/concurrency/maybe-promise.ts';

type Cacheable<Query> = Query extends (...Args: infer Args) => Promise<infer Answer> ? (...args: Args) => MaybePromise<Answer> : never;

/** Storage of the accounts area. The session or key of a request can come from a cache, without a promise. */
export type AccountRecords = Omit<StoredAccounts, 'transaction' | 'sessionByAccess' | 'keyByHash'> & {
	sessionByAccess: Cacheable<StoredAccounts['sessionByAccess']>;
	keyByHash: Cacheable<StoredAccounts['keyByHash']>;
	transaction<T>(run: (records: AccountRecords) => Promise<T>): Promise<T>;
};
