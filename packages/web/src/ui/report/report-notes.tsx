import type { ReportHead } from '../../lib/api/types.ts';
import { words } from '../words.ts';

/** Warns that a report is a forecast or was reconstructed later. */
export function ReportNotes({ report }: { report: Pick<ReportHead, 'algo' | 'reconstructed'> | undefined }) {
	return (
		<>
			{report?.algo === 'forecast' ? <strong>{words.forecastReport}</strong> : null}{' '}
			{report?.reconstructed ? <span>{words.reconstructed}</span> : null}
		</>
	);
}
