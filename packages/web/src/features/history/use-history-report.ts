import { useEffect, useState } from 'react';
import { useSession } from '../../entities/session/session-query.ts';
import { asInstant } from '../../lib/query-reader.ts';
import { readStored, writeStored } from '../../lib/stored.ts';

const read = (value: unknown): string | undefined => (typeof value === 'string' ? asInstant(value) : undefined);

/** The report an administrator last opened from a history; not stored for other readers. */
export const useHistoryReport = (): { last: string | undefined; opened: (report: string) => void } => {
	const admin = useSession().profile?.role === 'admin';
	const [last, setLast] = useState<string>();
	useEffect(() => setLast(admin ? readStored('magicValue', read) : undefined), [admin]);
	return {
		last,
		opened: (report) => {
			if (admin) writeStored('magicValue', report);
		},
	};
};
