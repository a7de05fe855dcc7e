import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { ActionButton } from '../../entities/administration/action-button.tsx';
import { type AdminColumn, AdminTable, PageHead } from '../../entities/administration/admin-table.tsx';
import { type AdminSearch, readTable } from '../../entities/administration/table-state.ts';
import { etDateTime, msOf } from '../../lib/format/times.ts';
import { buttonClass } from '../../ui/button.ts';
import dialogCss from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { EtTime } from '../../ui/et-time.tsx';
import { words as common } from '../../ui/words.ts';
import { formatPage } from './page-text.ts';
import css from './previews.module.css';
import { fileUrl, PREVIEWS, type Preview, previewQuery, previewsQuery, publicUrl } from './queries.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { previewWords as words } from './words.ts';

/** Lists uploaded previews for link cards, newest first, and shows, switches or uploads them. */
export function AdminPreviews({ search }: { search: AdminSearch }) {
	const { api } = useRouteContext({ from: '__root__' });
	const state = readTable(PREVIEWS, search);
	const { data, isError, refetch } = useQuery(previewsQuery(api, state));
	const [openDialog, setOpenDialog] = useState<Preview | 'upload' | null>(null);
	const columns: readonly AdminColumn<Preview, string>[] = [
		{
			key: 'page',
			label: words.page,
			cell: (preview) => (
				<button
					type="button"
					className={buttonClass}
					aria-label={words.open(formatPage(preview), preview.host)}
					onClick={() => setOpenDialog(preview)}
				>
					{formatPage(preview)}
				</button>
			),
		},
		{ key: 'picture', label: words.picture, cell: (preview) => <PreviewMedia preview={preview} isSmall /> },
		{ key: 'host', label: words.host, cell: ({ host }) => host },
		{ key: 'kind', label: words.kind, cell: ({ media_type, bytes }) => words.kindOf(media_type, Math.ceil(bytes / 1000)) },
		{ key: 'created', label: words.created, cell: ({ created }) => <EtTime ms={msOf(created)}>{etDateTime(msOf(created))}</EtTime> },
		{ key: 'state', label: words.state, cell: ({ is_active }) => (is_active ? words.on : words.off) },
		{ key: 'act', label: words.act, cell: (preview) => <PreviewSwitch preview={preview} /> },
	];
	return (
		<>
			<PageHead title={words.title}>
				<button type="button" className={buttonClass} onClick={() => setOpenDialog('upload')}>
					{words.upload}
				</button>
			</PageHead>
			<p className={css['note']}>{words.note}</p>
			<AdminTable
				label={words.title}
				rules={PREVIEWS}
				state={state}
				columns={columns}
				idOf={({ id }) => id}
				data={data}
				isError={isError}
				retry={() => void refetch()}
				empty={{ title: words.empty, detail: words.emptyDetail }}
			/>
			{openDialog === 'upload' ? <UploadDialog close={() => setOpenDialog(null)} /> : null}
			{openDialog && openDialog !== 'upload' ? (
				<PreviewDialog key={openDialog.id} preview={openDialog} close={() => setOpenDialog(null)} />
			) : null}
		</>
	);
}

/** Turns a preview on or off. */
function PreviewSwitch({ preview }: { preview: Preview }) {
	const { api } = useRouteContext({ from: '__root__' });
	const isOn = preview.is_active;
	const page = formatPage(preview);
	const act = async (): Promise<string> => {
		await api.previews.changePreview({ params: { id: preview.id }, body: { is_active: !isOn } });
		return isOn ? words.switchedOff : words.switchedOn;
	};
	return (
		<ActionButton
			label={isOn ? words.switchOff : words.switchOn}
			fullLabel={isOn ? words.switchOffNamed(page) : words.switchOnNamed(page)}
			effect={isOn ? words.switchOffEffect : words.switchOnEffect}
			confirmLabel={words.confirmLabel}
			act={act}
		/>
	);
}

/** Dialog with one file at full size and the current preview's public URL. Opens on mount. */
function PreviewDialog({ preview: { id, ...details }, close }: { preview: Preview; close: () => void }) {
	const dialog = useRef<HTMLDialogElement>(null);
	const { api } = useRouteContext({ from: '__root__' });
	const { data } = useQuery(previewQuery(api, id));
	return (
		<Dialog dialog={dialog} title={words.open(formatPage(details), details.host)} size="wide" opensOnMount onClose={close}>
			{data ? (
				<>
					<PreviewMedia preview={data} />
					<Facts preview={data} />
				</>
			) : (
				<p role="status" aria-busy="true">
					{common.loading}
				</p>
			)}
			<form method="dialog" className={dialogCss['actions']}>
				<button type="submit" className={buttonClass}>
					{common.close}
				</button>
			</form>
		</Dialog>
	);
}

function Facts({ preview }: { preview: Preview }) {
	return (
		<dl className={css['facts']}>
			<dt>{words.kind}</dt>
			<dd>{words.kindOf(preview.media_type, Math.ceil(preview.bytes / 1000))}</dd>
			<dt>{words.created}</dt>
			<dd>{etDateTime(msOf(preview.created))}</dd>
			<dt>{words.address}</dt>
			<dd>
				<a href={publicUrl(preview)}>{publicUrl(preview)}</a>
			</dd>
		</dl>
	);
}

/** Shows the file: a picture, or a video that doesn't start automatically. */
function PreviewMedia({ preview, isSmall = false }: { preview: Preview; isSmall?: boolean }) {
	const classes = isSmall ? css['small'] : css['large'];
	const alt = words.alt(formatPage(preview));
	return preview.video ? (
		<video
			className={classes}
			src={fileUrl(preview)}
			aria-label={alt}
			preload="metadata"
			muted
			controls={!isSmall}
			tabIndex={isSmall ? -1 : 0}
		/>
	) : (
		<img className={classes} src={fileUrl(preview)} alt={alt} loading="lazy" />
	);
}
