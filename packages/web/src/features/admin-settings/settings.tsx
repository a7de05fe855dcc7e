import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead, TableFilters } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, adminLink, readTable } from '../../entities/administration/table-state.ts';
import { buttonClass } from '../../ui/button.ts';
import form from '../../ui/forms/form.module.css';
import panel from '../../ui/panel.module.css';
import { LoadFailed } from '../../ui/states/load-failed.tsx';
import { StateBox } from '../../ui/states/state-box.tsx';
import { words as common } from '../../ui/words.ts';
import { findSettings, isChanged } from './find-settings.ts';
import { SETTINGS, type Setting, settingsQuery } from './queries.ts';
import css from './settings.module.css';
import { settingWords as words } from './words.ts';

const COLUMNS: readonly AdminColumn<Setting, string>[] = [
	{ key: 'name', label: words.variable, cell: ({ name }) => <code>{name}</code> },
	{
		key: 'value',
		label: words.value,
		cell: ({ value, fallback }) => (value === fallback ? words.valueOf(value) : <b>{words.valueOf(value)}</b>),
	},
	{ key: 'fallback', label: words.fallback, cell: ({ value, fallback }) => (value === fallback ? '' : words.valueOf(fallback)) },
	{ key: 'about', label: words.about, cell: ({ about }) => <span className={css['meaning']}>{about}</span> },
];

/** Shows the settings that can change while the server runs, its start-up configuration, and a button to clear the caches. */
export function AdminSettings({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const { data, isError, refetch } = useQuery(settingsQuery(api));
	const { q } = readTable(SETTINGS, search).filters;
	// Settings that differed from their defaults when the page was loaded come first. Saving or resetting a setting later doesn't move it.
	const [changedNames, setChangedNames] = useState<ReadonlySet<string>>();
	if (data && !changedNames) setChangedNames(new Set(data.items.filter(isChanged).map(({ name }) => name)));
	const items = findSettings(data?.items ?? [], q, changedNames ?? new Set());
	const editableSettings = items.filter((setting) => setting.editable);
	const startupSettings = items.filter((setting) => !setting.editable);
	return (
		<>
			<PageHead title={words.title} />
			{isError ? <LoadFailed retry={() => void refetch()} /> : null}
			{data ? (
				<>
					<TableFilters rules={SETTINGS} state={readTable(SETTINGS, search)} labels={{ q: words.find }} />
					<p role="status" className={css['note']}>
						{words.found(items.length, data.items.length, items.filter(isChanged).length)}
					</p>
				</>
			) : isError ? null : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			{data && q !== '' && items.length === 0 ? (
				<StateBox title={words.none} detail={words.noneDetail}>
					<Link {...adminLink('settings')} className={buttonClass}>
						{words.clear}
					</Link>
				</StateBox>
			) : null}
			{editableSettings.length > 0 ? (
				<section className={panel['panel']} aria-label={words.siteSettings}>
					<h2 className={panel['title']}>{words.siteSettings}</h2>
					<ul className={css['settings']}>
						{editableSettings.map((setting) => (
							<SiteSetting key={setting.name} setting={setting} />
						))}
					</ul>
					<p className={panel['note']}>{words.builtInNote}</p>
				</section>
			) : null}
			{data && q === '' ? (
				<section className={panel['panel']} aria-label={words.caches}>
					<h2 className={panel['title']}>{words.caches}</h2>
					<div className={css['setting']}>
						<p className={css['about']}>{words.cachesNote}</p>
						<ActionButton
							label={words.clearCaches}
							effect={words.clearCachesEffect}
							confirmLabel={words.confirmLabel}
							act={async () => words.cachesCleared((await api.operations.resetCache()).cleared)}
						/>
					</div>
				</section>
			) : null}
			{startupSettings.length > 0 ? (
				<section className={css['started']}>
					<h2 className={panel['title']}>{words.startup}</h2>
					<p className={css['note']}>{words.startupNote}</p>
					<StartupTable settings={startupSettings} search={search} />
				</section>
			) : null}
		</>
	);
}

/** Returns the text for a setting's input field; undefined if its type has no field here. */
export function toFieldText({ value }: Pick<Setting, 'value'>): string | undefined {
	if (typeof value === 'boolean') return value ? 'on' : 'off';
	return typeof value === 'object' ? undefined : String(value);
}

/** Parses input into the value of a setting; undefined if invalid. */
export function parseValue(
	{ fallback, bounds }: Pick<Setting, 'fallback' | 'bounds'>,
	text: string,
): boolean | number | string | undefined {
	if (typeof fallback === 'boolean') return text === 'on';
	if (typeof fallback === 'string') return text.trim();
	if (!/^\d{1,9}$/.test(text)) return undefined;
	const number = Number(text);
	return bounds && (number < bounds.least || number > bounds.most) ? undefined : number;
}

/** Shows a site setting with its meaning, an input field and a reset button. A type without a field shows only the value. */
function SiteSetting({ setting }: { setting: Setting }) {
	const { api } = useRouteContext({ from: '__root__' });
	const id = useId();
	const { name, value, fallback, about, bounds } = setting;
	const [input, setInput] = useState<string>();
	const label = words.nameOf(name);
	const [valueText, fallbackText] = [words.valueOf(value), words.valueOf(fallback)];
	const currentText = toFieldText(setting);
	const text = input ?? currentText ?? '';
	const parsedValue = currentText === undefined ? undefined : parseValue(setting, text);
	const save = async (next: boolean | number | string | null): Promise<string> => {
		const { items } = await api.operations.saveSettings({ body: { settings: { [name]: next } } });
		setInput(undefined);
		return words.saved(words.valueOf(items.find((item) => item.name === name)?.value ?? fallback));
	};
	return (
		<li className={css['setting']}>
			<div className={css['about']}>
				<label htmlFor={currentText === undefined ? undefined : id}>{label}</label>
				{isChanged(setting) ? <span className={css['changed']}>{words.changed}</span> : null}
				<p id={`${id}-about`}>
					{about} {words.defaultText(fallbackText)} {bounds ? words.bounds(bounds) : ''}
				</p>
			</div>
			{currentText === undefined ? (
				<p className={css['elsewhere']}>{words.notEditable(valueText)}</p>
			) : (
				<div className={css['control']}>
					<SettingField id={id} setting={setting} text={text} isInvalid={parsedValue === undefined} onChange={setInput} />
					<ActionButton
						label={words.save}
						fullLabel={words.saveNamed(label)}
						effect={words.saveEffect(label, valueText, parsedValue === undefined ? text : words.valueOf(parsedValue))}
						confirmLabel={words.confirmLabel}
						act={() => save(parsedValue ?? null)}
						disabled={parsedValue === undefined || parsedValue === value}
					/>
					<ActionButton
						label={words.reset}
						fullLabel={words.resetNamed(label)}
						effect={words.resetEffect(label, valueText, fallbackText)}
						confirmLabel={words.confirmLabel}
						act={() => save(null)}
						disabled={value === fallback}
					/>
				</div>
			)}
		</li>
	);
}

interface FieldProps {
	id: string;
	setting: Setting;
	text: string;
	isInvalid: boolean;
	onChange(text: string): void;
}

function SettingField({ id, setting: { value, bounds, choices }, text, isInvalid, onChange }: FieldProps) {
	const options = typeof value === 'boolean' ? [words.on, words.off] : choices;
	return options ? (
		<select
			id={id}
			className={form['input']}
			aria-describedby={`${id}-about`}
			value={text}
			onChange={(event) => onChange(event.currentTarget.value)}
		>
			{options.map((option) => (
				<option key={option}>{option}</option>
			))}
		</select>
	) : (
		<input
			id={id}
			type={typeof value === 'number' ? 'number' : 'text'}
			className={form['input']}
			aria-describedby={`${id}-about`}
			aria-invalid={isInvalid}
			min={bounds?.least}
			max={bounds?.most}
			step={1}
			value={text}
			onChange={(event) => onChange(event.currentTarget.value)}
		/>
	);
}

/** The start-up configuration, read-only. */
function StartupTable({ settings, search }: { settings: readonly Setting[]; search: AdminSearch }) {
	const state = readTable(SETTINGS, search);
	return (
		<AdminTable
			label={words.startup}
			rules={SETTINGS}
			state={{ ...state, page: 1 }}
			columns={COLUMNS}
			idOf={({ name }) => name}
			data={{ items: settings, total_count: 0 }}
			isError={false}
			retry={() => {}}
			empty={{ detail: words.none }}
		/>
	);
}
