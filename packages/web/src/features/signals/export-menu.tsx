import { routes } from 'virtual:routes';
import { urlOf } from '../../lib/api/client.ts';
import { EXPORT_FORMATS } from '../../lib/desk/export-formats.ts';
import type { Reading } from '../../lib/desk/reading.ts';
import { wantedReport } from '../../lib/desk/wanted.ts';
import { listParameters } from '../../lib/list-state/parameters.ts';
import type { ListState } from '../../lib/list-state/state.ts';
import { Popover } from '../../ui/popover.tsx';
import css from './export-menu.module.css';
import { exportWords as words } from './words.ts';

/** The list as files: the whole of it, in its order, as it stands on screen. */
export const ExportMenu = ({ state, reading }: { state: ListState; reading: Reading }) => {
	const wanted = wantedReport(state, reading);
	const date = wanted?.date ?? wanted?.reading ?? undefined;
	const query = { ...listParameters(state), date, version: wanted?.version };
	const [, path] = routes.signals.sectorChartExport;
	const [, dictionary] = routes.signals.sectorChartDictionary;
	return (
		<Popover button={words.button} label={words.label}>
			{(close) => (
				<ul className={css['formats']}>
					{EXPORT_FORMATS.map((format) => (
						<li key={format}>
							<a className={css['format']} href={urlOf(path, { query: { ...query, format } })} download onClick={close}>
								{words.formats[format]} <small>{words.hints[format]}</small>
							</a>
						</li>
					))}
					<li>
						<a className={css['format']} href={dictionary} target="_blank" rel="noreferrer">
							{words.dictionary} <small>{words.dictionaryHint}</small>
						</a>
					</li>
				</ul>
			)}
		</Popover>
	);
};
