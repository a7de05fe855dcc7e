import type { ReportHead } from '../lib/api/types.ts';
import { words } from './words.ts';

/** What a reader must know of a report before trusting its rings: that they are forecasts, that they were built after the fact. */
export const ReportNotes = ({ report }: { report: Pick<ReportHead, 'algo' | 'reconstructed'> | undefined }) => (
	<>
		{report?.algo === 'forecast' ? <strong>{words.forecastReport}</strong> : null}{' '}
		{report?.reconstructed ? <span>{words.reconstructed}</span> : null}
	</>
);
