import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import type { AdminSearch } from '../../entities/administration/table-state.ts';
import form from '../../ui/forms/form.module.css';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import css from './data.module.css';
import { readFollowedJobs, useFollowJob } from './data-address.ts';
import { JobWatch } from './job-watch.tsx';
import { findTickerIds, providerQuery } from './queries.ts';
import { dataWords as words } from './words.ts';

/** Removes an imported ticker, or records that its symbol changed. */
export function TickerChanges({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const jobIds = readFollowedJobs(search);
	const follow = useFollowJob('tickers', jobIds);
	const { data: provider, isPending } = useQuery(providerQuery(api));
	if (isPending)
		return (
			<p role="status" aria-busy="true">
				{common.loading}
			</p>
		);
	if (provider && provider.name !== 'files')
		return <StateBox title={words.fixedTickers} detail={words.fixedTickersDetail(provider.label)} />;
	return (
		<>
			{jobIds.act ? <JobWatch id={jobIds.act} /> : null}
			<RenameTicker onQueued={(job) => follow('act', job)} />
			<RemoveTicker onQueued={(job) => follow('act', job)} />
		</>
	);
}

interface Props {
	onQueued: (job: { readonly id: string }) => void;
}

function RenameTicker({ onQueued }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [oldSymbol, setOldSymbol] = useState('');
	const [newSymbol, setNewSymbol] = useState('');
	const [date, setDate] = useState('');
	return (
		<Section title={words.renameTicker} note={words.renameNote}>
			<SymbolField label={words.oldSymbol} value={oldSymbol} onChange={setOldSymbol} />
			<SymbolField label={words.newSymbol} value={newSymbol} onChange={setNewSymbol} />
			<label className={css['field']}>
				{words.renamedOn}
				<input type="date" className={form['input']} value={date} onChange={(event) => setDate(event.currentTarget.value)} />
			</label>
			<ActionButton
				label={words.renameTicker}
				effect={words.renameEffect(oldSymbol, newSymbol, date)}
				confirmLabel={words.confirmLabel}
				disabled={oldSymbol === '' || newSymbol === '' || oldSymbol === newSymbol || date === ''}
				act={async () => {
					onQueued(await api.operations.renameTicker({ body: { from: oldSymbol, to: newSymbol, date } }));
					return words.decided(newSymbol);
				}}
			/>
		</Section>
	);
}

function RemoveTicker({ onQueued }: Props) {
	const { api } = useRouteContext({ from: '__root__' });
	const [symbol, setSymbol] = useState('');
	const [confirmation, setConfirmation] = useState('');
	return (
		<Section title={words.removeTicker} note={words.removeNote}>
			<SymbolField label={words.removedSymbol} value={symbol} onChange={setSymbol} />
			<SymbolField label={words.confirmSymbol} value={confirmation} onChange={setConfirmation} />
			<ActionButton
				label={words.removeTicker}
				effect={words.removeEffect(symbol)}
				confirmLabel={words.removeTicker}
				disabled={symbol === '' || symbol !== confirmation}
				act={async () => {
					const { ids, unknown } = await findTickerIds(api, [symbol]);
					const [id] = ids;
					if (id === undefined) throw new Error(words.unknownTicker(unknown ?? symbol));
					onQueued(await api.operations.removeTicker({ params: { id }, body: { confirm: symbol } }));
					return words.removeQueued(symbol);
				}}
			/>
		</Section>
	);
}

function Section({ title, note, children }: { title: string; note: string; children: ReactNode }) {
	return (
		<section aria-label={title}>
			<h2>{title}</h2>
			<p className={css['note']}>{note}</p>
			<div className={css['row']}>{children}</div>
		</section>
	);
}

function SymbolField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
	return (
		<label className={css['field']}>
			{label}
			<input
				className={form['input']}
				autoComplete="off"
				maxLength={20}
				value={value}
				onChange={(event) => onChange(event.currentTarget.value.trim().toUpperCase())}
			/>
		</label>
	);
}
