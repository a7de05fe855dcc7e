import type { Licence } from '@sw/domain/reports/licence';
import { useSession } from './session-query.ts';

/** The reader's licence; null for visitors and accounts without one, undefined until the session is known. */
export function useLicence(): Licence | null | undefined {
	const { state, profile } = useSession();
	return state === 'unknown' ? undefined : (profile?.license ?? null);
}
