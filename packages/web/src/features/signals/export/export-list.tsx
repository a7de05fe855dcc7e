import { routes } from 'virtual:routes';
import { listParameters } from '../../../entities/list-state/settings.ts';
import type { ListState } from '../../../entities/list-state/state.ts';
import { type OpenReport, requestedReport } from '../../../entities/readings/reading.ts';
import { urlOf } from '../../../lib/api/client.ts';
import css from './export-list.module.css';
import { exportListWords as words } from './export-words.ts';

const EXPORT_FORMATS = ['csv', 'xlsx', 'json', 'parquet', 'arrow'] as const;

export interface ExportProps {
	state: ListState;
	reading: OpenReport;
}

/** Shows links that download the whole list in the displayed order. In the table layout, downloads have the visible columns. */
export function ExportList({ state, reading, close }: ExportProps & { close: () => void }) {
	const report = requestedReport(state, reading);
	const date = report?.date;
	const columns = state.view === 'table' ? { columns: state.columns } : {};
	const query = { ...listParameters(state), ...columns, date, version: report?.version };
	const [, exportPath] = routes.signals.sectorChartExport;
	const [, dictionaryPath] = routes.signals.sectorChartDictionary;
	return (
		<ul className={css['formats']}>
			{EXPORT_FORMATS.map((format) => (
				<li key={format}>
					<a className={css['format']} href={urlOf(exportPath, { query: { ...query, format } })} download onClick={close}>
						{words.formats[format]} <small>{words.hints[format]}</small>
					</a>
				</li>
			))}
			<li>
				<a className={css['format']} href={dictionaryPath} target="_blank" rel="noreferrer">
					{words.dictionary} <small>{words.dictionaryHint}</small>
				</a>
			</li>
		</ul>
	);
}
