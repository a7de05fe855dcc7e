import { FILE_OPTIONS, MAX_UPLOAD_BYTES } from '@sw/domain/prices/batch';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouteContext } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { ActionButton } from '../../../entities/administration/action-button.tsx';
import type { AdminSearch } from '../../../entities/administration/table-state.ts';
import { formatCompact } from '../../../lib/format/numbers.ts';
import { formatDatesIn } from '../../../lib/format/screen-dates.ts';
import { buttonClass } from '../../../ui/button.ts';
import form from '../../../ui/forms/form.module.css';
import { LoadFailed } from '../../../ui/states/load-failed.tsx';
import { StateBox } from '../../../ui/states/state-box.tsx';
import { useSubmit } from '../../../ui/use-submit.ts';
import { words as common } from '../../../ui/words.ts';
import css from '../data.module.css';
import { readFollowedJobs, viewLink } from '../data-address.ts';
import { JobWatch } from '../job-watch.tsx';
import { parseReadOptions, READ_OPTION_KEYS, type ReadOptionKey, type ReadOptions, type Upload, uploadQuery } from '../queries.ts';
import { dataWords as words } from '../words.ts';
import { CheckedTables } from './checked-tables.tsx';

const MAX_SIZE_TEXT = `${MAX_UPLOAD_BYTES / 1024 ** 2} MB`;

/** The pending upload of this browser tab. Only effects and event handlers set it, so the server never shares it between readers. */
let storedUpload: PendingUpload | undefined;

/** Selects a file, checks it, shows the result, then imports or discards the file. */
export function Import({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { job } = readFollowedJobs(search);
	const id = search['upload'];
	const pending = getPendingUpload();
	const { data, isError, refetch } = useQuery({ ...uploadQuery(api, id ?? '', parseReadOptions(search)), enabled: id !== undefined });
	if (id !== undefined) {
		if (isError) return <LoadFailed retry={() => void refetch()} />;
		return data ? (
			<ImportPreview upload={data} search={search} />
		) : (
			<p className={css['note']} role="status" aria-busy="true">
				{common.loading}
			</p>
		);
	}
	return (
		<>
			<p className={css['note']}>{words.importNote}</p>
			{pending ? (
				<p className={css['note']}>
					<Link {...viewLink('import', pending.search)}>{words.continuePreview(pending.name)}</Link>
				</p>
			) : null}
			{job ? <JobWatch id={job} /> : null}
			<DropFile />
		</>
	);
}

/** Shows the result of a check, with buttons to import or discard the file. */
function ImportPreview({ upload, search }: { upload: Upload; search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { id, name, bytes, tables, question } = upload;
	const validTables = tables.filter(({ state }) => state === 'good');
	const [rowCount, refusedCount] = [sumRows(validTables, 'rows'), sumRows(validTables, 'refused')];
	const options = parseReadOptions(search);
	const params = { id };
	// Runs after each render, because the URL changes with the reading options.
	useEffect(() => setPendingUpload({ name, search }));
	const confirm = async (): Promise<string> => {
		const job = await api.operations.confirmImport({ params, query: options });
		setPendingUpload(undefined);
		void navigate(viewLink('import', { job: job.id }));
		return words.jobQueued(job.kind);
	};
	const discard = async (): Promise<string> => {
		await api.operations.dropImport({ params });
		setPendingUpload(undefined);
		void navigate(viewLink('import'));
		return words.discarded(name);
	};
	return (
		<>
			<div className={css['row']}>
				<b>{words.checkedFile(name, `${formatCompact(bytes)}B`)}</b>
				<ActionButton
					label={words.confirm}
					effect={words.confirmEffect(validTables.length, rowCount - refusedCount, refusedCount)}
					confirmLabel={words.confirmLabel}
					act={confirm}
					disabled={validTables.length === 0 || question !== null}
				/>
				<ActionButton label={words.discard} effect={words.discardEffect} confirmLabel={words.confirmLabel} act={discard} />
			</div>
			{question === null ? null : <StateBox title={words.nothingUsable} detail={formatDatesIn(question)} />}
			<ReadingOptions upload={id} options={options} startsOpen={question !== null || validTables.length === 0} />
			{tables.length > 0 ? <CheckedTables upload={upload} search={search} /> : null}
		</>
	);
}

function sumRows(tables: Upload['tables'], key: 'rows' | 'refused'): number {
	return tables.reduce((sum, table) => sum + table[key], 0);
}

/** A checked upload that is neither imported nor discarded. `search`: search parameters of its preview. */
interface PendingUpload {
	readonly name: string;
	readonly search: AdminSearch;
}

function getPendingUpload(): PendingUpload | undefined {
	return storedUpload;
}

function setPendingUpload(upload: PendingUpload | undefined): void {
	storedUpload = upload;
}

/** Form for reading options that can't be detected from the file. The URL stores these options, and the server checks the file again with them. */
function ReadingOptions({ upload, options, startsOpen }: { upload: string; options: ReadOptions; startsOpen: boolean }) {
	const navigate = useNavigate();
	const optionsKey = JSON.stringify(options);
	const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
		event.preventDefault();
		const formData = new FormData(event.currentTarget);
		const entries = READ_OPTION_KEYS.flatMap((key) => {
			const value = String(formData.get(key) ?? '').trim();
			return value === '' ? [] : [[key, value] as const];
		});
		void navigate({ ...viewLink('import', { upload, ...Object.fromEntries(entries) }), resetScroll: false });
	};
	return (
		<details open={startsOpen || optionsKey !== '{}'}>
			<summary className={css['summary']}>{words.readingOptions}</summary>
			<form className={css['row']} key={optionsKey} onSubmit={onSubmit}>
				{READ_OPTION_KEYS.map((key) => (
					<Field key={key} name={key} value={options[key] ?? ''} />
				))}
				<button type="submit" className={buttonClass}>
					{words.checkAgain}
				</button>
			</form>
		</details>
	);
}

function Field({ name, value }: { name: ReadOptionKey; value: string }) {
	const { label, flag } = words.reading[name];
	const fieldProps = {
		id: `reading-${name}`,
		name,
		defaultValue: value,
		className: form['input'],
		'aria-describedby': `reading-${name}-flag`,
	};
	return (
		<div className={css['field']}>
			<label htmlFor={fieldProps.id}>{label}</label>
			{name === 'symbol' || name === 'as_of' ? (
				<input {...fieldProps} type={name === 'as_of' ? 'date' : 'text'} maxLength={20} />
			) : (
				<select {...fieldProps}>
					<option value="">{words.detected}</option>
					{FILE_OPTIONS[name].map((option) => (
						<option key={option} value={option}>
							{words.readingOf[option] ?? option}
						</option>
					))}
				</select>
			)}
			<small id={`${fieldProps.id}-flag`}>{flag}</small>
		</div>
	);
}

/** Uploads a file, checks it, and opens the result at its own URL. */
function DropFile() {
	const { api } = useRouteContext({ from: '__root__' });
	const navigate = useNavigate();
	const { send, busy, failure, fieldErrors } = useSubmit(['name', 'content']);
	const [isDraggedOver, setOver] = useState(false);
	const [name, setName] = useState('');
	const uploadFile = (file: File | undefined): void => {
		if (!file) return;
		setName(file.name);
		send(async () => {
			if (file.size > MAX_UPLOAD_BYTES) throw new Error(words.tooLarge(file.name, MAX_SIZE_TEXT));
			const { id } = await api.operations.uploadImport({ body: { name: file.name, content: await encodeBase64(file) } });
			void navigate(viewLink('import', { upload: id }));
		});
	};
	const error = fieldErrors.name ?? fieldErrors.content ?? failure;
	return (
		<label
			className={css['drop']}
			data-over={isDraggedOver || undefined}
			onDragOver={(event) => {
				event.preventDefault();
				setOver(true);
			}}
			onDragLeave={() => setOver(false)}
			onDrop={(event) => {
				event.preventDefault();
				setOver(false);
				uploadFile(event.dataTransfer.files[0]);
			}}
		>
			<span>{words.drop}</span>
			<input
				type="file"
				aria-label={words.file}
				disabled={busy}
				onChange={(event) => {
					uploadFile(event.currentTarget.files?.[0]);
					// Allows choosing the same file again after it was fixed.
					event.currentTarget.value = '';
				}}
			/>
			<small>{words.largest(MAX_SIZE_TEXT)}</small>
			<span role="status">{busy ? words.checking(name) : ''}</span>
			<span role="alert" className={css['fault']}>
				{error}
			</span>
		</label>
	);
}

/** Encodes the bytes of a file in base64, as the API expects them. */
function encodeBase64(file: File): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,?/, ''));
		reader.onerror = () => reject(reader.error ?? new Error(file.name));
		reader.readAsDataURL(file);
	});
}
