import { CAPS, type CapBucket } from '@sw/domain/prices/buckets';
import { INTERVALS, TOPS, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';
import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { ADMIN_KEY } from '../../entities/administration/table-state.ts';
import { toFormData } from '../../lib/api/form-data.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Field, SelectField } from '../../ui/forms/field.tsx';
import css from '../../ui/forms/form.module.css';
import { FormBox, useForm } from '../../ui/forms/form-box.tsx';
import { snack } from '../../ui/snackbars/snack.ts';
import { capLabel, categoryLabel, formatPage, intervalLabel } from './page-text.ts';
import type { PreviewPage } from './queries.ts';
import { previewWords as words } from './words.ts';

const PAGE_KINDS = ['landing', 'table', 'ticker'] as const;
const INITIAL_VALUES = { file: '', kind: 'landing', category: 'gainers', interval: '', marketcap: '', ticker: '', host: '' };
const RULES = { file: [], kind: [], category: [], interval: [], marketcap: [], ticker: [], host: [] };
const ACCEPTED_TYPES = 'image/png,image/jpeg,image/webp,video/mp4,video/webm';
/** Market cap tiers available for a table. */
const CAP_NAMES = CAPS.map(({ name }) => name).filter((name) => name !== 'all');

/** Dialog that uploads a preview for a page. Opens on mount. */
export function UploadDialog({ close }: { close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const id = useId();
	const queryClient = useQueryClient();
	const { api } = useRouteContext({ from: '__root__' });
	const [file, setFile] = useState<File>();
	const form = useForm(RULES, INITIAL_VALUES, async (values) => {
		if (!file) throw new Error(words.choose);
		const preview = await api.previews.uploadPreview({ query: toPreviewPage(values, file), body: toFormData({ file }) });
		await queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
		snack.info(words.title, words.uploaded(formatPage(preview)));
		dialog.current?.close();
	});
	const { kind } = form.values;
	const fileError = form.errors.file;
	return (
		<Dialog dialog={dialog} title={words.uploadTitle} opensOnMount onClose={close}>
			<FormBox form={form} submitLabel={words.send} cancel={() => dialog.current?.close()}>
				<div className={css['field']}>
					<label htmlFor={id} className={css['label']}>
						{words.file}
					</label>
					<input
						id={id}
						type="file"
						accept={ACCEPTED_TYPES}
						className={css['input']}
						aria-invalid={fileError !== undefined}
						aria-describedby={[`${id}-hint`, fileError ? `${id}-fault` : ''].join(' ').trim()}
						onChange={({ currentTarget: { files } }) => {
							setFile(files?.[0]);
							form.set('file', files?.[0]?.name ?? '');
						}}
					/>
					<span id={`${id}-hint`} className={css['hint']}>
						{words.fileHint}
					</span>
					{fileError ? (
						<p id={`${id}-fault`} className={css['fault']}>
							{fileError}
						</p>
					) : null}
				</div>
				<SelectField
					form={form}
					name="kind"
					label={words.page}
					options={PAGE_KINDS}
					labelOf={(option) => words.kinds[option as (typeof PAGE_KINDS)[number]]}
				/>
				{kind === 'ticker' ? <Field form={form} name="ticker" label={words.ticker} /> : null}
				{kind === 'table' ? (
					<>
						<SelectField
							form={form}
							name="category"
							label={words.category}
							options={TOPS.map(({ name }) => name)}
							labelOf={categoryLabel}
						/>
						<SelectField
							form={form}
							name="interval"
							label={words.interval}
							options={INTERVALS.map(({ name }) => name)}
							labelOf={intervalLabel}
							none={words.anyInterval}
						/>
						<SelectField form={form} name="marketcap" label={words.cap} options={CAP_NAMES} labelOf={capLabel} none={words.anyCap} />
					</>
				) : null}
				<Field form={form} name="host" label={words.host} hint={words.hostHint} />
			</FormBox>
		</Dialog>
	);
}

/** Converts the form to upload parameters. Fields that are hidden for the selected kind of page are ignored. */
function toPreviewPage({ kind, category, interval, marketcap, ticker, host }: typeof INITIAL_VALUES, file: File): PreviewPage {
	return {
		...(host === '' ? {} : { host }),
		...(kind === 'table' ? { category: category as TopCategory } : {}),
		...(kind === 'table' && interval !== '' ? { interval: interval as TopInterval } : {}),
		...(kind === 'table' && marketcap !== '' ? { marketcap: [marketcap as CapBucket] } : {}),
		...(kind === 'ticker' ? { ticker } : {}),
		video: file.type.startsWith('video/'),
	};
}
