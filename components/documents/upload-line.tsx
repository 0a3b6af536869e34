'use client';
/** One upload: its metadata, progress and outcome. */
import { CATEGORY_WORDS } from '@/server/domain/documents/rules';
import type { ChangeEvent, ReactNode } from 'react';
import { useFormat } from '#format';
import { fileTypeName } from '../format/file-types';
import { isolateFile } from '../format/isolate';
import { list } from '../format/lists';
import { count, formatBytes } from '../format/numbers';
import { optionsOf, wordOf } from '../format/words';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { DateField } from '../ui/date-field';
import { Icon } from '../ui/icons';
import { ProgressLine } from '../ui/progress-line';
import { SelectField } from '../ui/select-field';
import { TextField } from '../ui/text-field';
import { TextLink } from '../ui/text-link';
import { patientLine } from '../patients/patient-view';
import { documentDateProblem, parseDocumentDate } from './document-date';
import type { FiledCopy } from './find-copy';
import { FileThumbnail, hasThumbnail } from './file-thumbnail';
import { FileType } from './file-type';
import { isShown, isShownByServer, OpenFile, OpenUpload } from './open-file';
import type { detailProblems } from './upload-details';
import { removeId } from './upload-focus';
import {
  isRepeated,
  isUploading,
  type GuessedField,
  type UploadFacts,
  type UploadLine,
} from './upload-line-state';

/** Marks a value that the user has not confirmed. */
const labelOf = (line: UploadLine, field: GuessedField, label: string): string =>
  line.guessed.includes(field) ? `${label} (suggested)` : label;

interface UploadLineProps {
  line: UploadLine;
  /** Shown once the user has tried to file it. */
  problems: ReturnType<typeof detailProblems>;
  patientId: string;
  onChange: (part: Partial<UploadFacts>) => void;
  onRemove: () => void;
  onCancel: () => void;
  onRetry: () => void;
  onSeparate: () => void;
}

export function UploadLineRow({
  line,
  problems,
  patientId,
  onChange,
  onRemove,
  onCancel,
  onRetry,
  onSeparate,
}: UploadLineProps) {
  const format = useFormat();
  const { key, name } = line;
  /** The other patient in whose chart the file is. */
  const elsewhere = line.copy?.patient;
  const isEditable = (isUploading(line) || line.state === 'uploaded') && !line.confirmed;
  const entered = (field: GuessedField, value: string) =>
    onChange({ [field]: value, guessed: line.guessed.filter((other) => other !== field) });
  return (
    <li className="border-b border-line py-3">
      <div className="flex items-center justify-between gap-x-4">
        {hasThumbnail(line.file) ? <FileThumbnail file={line.file} /> : <FileType type={typeOf(line)} />}
        <p className="min-w-0 grow wrap-anywhere">
          <bdi dir="ltr" className="font-semibold">
            {name}
          </bdi>
          <span className="block text-sm text-ink-2">
            {[typeWord(line), formatBytes(line.size), stateWord(line)].filter(Boolean).join(' · ')}
          </span>
        </p>
        <div className="-mr-2 flex gap-2">
          {isShown(line.file) && line.state !== 'filed' && !line.final ? (
            <OpenFile file={line.file} name={name} />
          ) : null}
          {isShownByServer(line) && line.state === 'uploaded' && line.uploadId ? (
            <OpenUpload id={line.uploadId} name={name} />
          ) : null}
          {line.state === 'uploaded' || line.state === 'failed' ? (
            <RemoveFile line={line} onRemove={onRemove} />
          ) : null}
          {isUploading(line) ? (
            <Button weight="quiet" onClick={onCancel} aria-label={`Cancel ${name}`}>
              Cancel
            </Button>
          ) : null}
        </div>
      </div>
      {line.pages.length > 0 && isEditable ? (
        <p className="mt-2 wrap-anywhere">
          {count(line.pages.length, 'page')} in this order: {list(line.pages.map(isolateFile))}{' '}
          <Button weight="quiet" onClick={onSeparate} aria-label={`Separate the images of ${name}`}>
            Separate
          </Button>
        </p>
      ) : null}
      {line.cut && line.state !== 'failed' ? (
        <p className="mt-2 flex items-start gap-2 font-semibold">
          <Icon name="problem" className="mt-1 size-4 shrink-0" />
          <span>This PDF may be incomplete: its end is missing.</span>
        </p>
      ) : null}
      {isEditable && (isRepeated(line) || line.copyFailed) ? (
        <div className="mt-2">
          {isRepeated(line) ? (
            <CopyProblem>
              {line.copy ? (
                <>
                  Already in {elsewhere ? `the chart of ${patientLine(elsewhere)}` : 'this chart'}:{' '}
                  <FiledCopyLink copy={line.copy} patientId={elsewhere?.id ?? patientId} />
                </>
              ) : (
                <>
                  Same content as <bdi dir="ltr">{line.sameAs}</bdi>
                </>
              )}
            </CopyProblem>
          ) : null}
          {line.copyFailed ? (
            <CopyProblem>Not checked: it may be in the chart of another patient.</CopyProblem>
          ) : null}
          <label className="target mt-1 flex min-h-8 items-center gap-2">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={line.again}
              onChange={(event) => onChange({ again: event.currentTarget.checked })}
            />
            <span>
              File <bdi dir="ltr">{name}</bdi>{' '}
              {line.copyFailed ? 'anyway' : elsewhere ? 'in this chart too' : 'again'}
            </span>
          </label>
        </div>
      ) : null}
      {isEditable && (!isRepeated(line) || line.again) ? (
        <div className="mt-2 grid gap-3 md:grid-cols-[14rem_minmax(0,1fr)_14rem]">
          <SelectField
            id={`kind-${key}`}
            label={labelOf(line, 'category', 'Type')}
            options={optionsOf(CATEGORY_WORDS)}
            {...(line.category === '' ? { empty: 'Choose' } : {})}
            error={problems.category}
            value={line.category}
            onChange={(event) => entered('category', event.currentTarget.value)}
          />
          <TextField
            id={`title-${key}`}
            label={labelOf(line, 'title', 'Title')}
            maxLength={200}
            value={line.title}
            onChange={(event: ChangeEvent<HTMLInputElement>) => entered('title', event.currentTarget.value)}
          />
          <DateField
            id={`date-${key}`}
            label={labelOf(line, 'date', 'Document date')}
            hint={null}
            parse={parseDocumentDate}
            problemOf={documentDateProblem}
            error={problems.date}
            value={line.date}
            onChange={(event) => entered('date', event.currentTarget.value)}
          />
        </div>
      ) : null}
      <UploadProgress line={line} />
      {line.state === 'filed' ? (
        <p className="flex items-start gap-2">
          <Icon name={line.filedBefore ? 'problem' : 'success'} className="mt-1 size-4 shrink-0" />
          <span>
            {line.filedBefore ? (
              <strong>
                Already filed {format.instant(line.filedBefore.at)} as{' '}
                {wordOf(CATEGORY_WORDS, line.filedBefore.category)}:
              </strong>
            ) : (
              'Filed:'
            )}{' '}
            <TextLink href={`/patients/${patientId}/documents/${line.documentId ?? ''}`}>
              <bdi>{line.title}</bdi>
            </TextLink>
            {line.filedBefore ? <span className="block">Your details were not saved.</span> : null}
            {line.scanning ? (
              <span className="block text-ink-2">It opens when the malware scan is complete.</span>
            ) : null}
            {line.duplicateOf ? (
              <strong className="block">
                Already in this chart.{' '}
                <TextLink href={`/patients/${patientId}/documents/${line.duplicateOf}`}>
                  Open earlier document
                </TextLink>
              </strong>
            ) : null}
          </span>
        </p>
      ) : null}
      {line.state === 'failed' ? (
        <div className="flex flex-wrap items-center gap-x-3">
          <p id={failureId(line)} className="flex items-start gap-2 font-semibold text-error">
            <Icon name="problem" className="mt-1 size-4 shrink-0" />
            <span>{line.message}</span>
          </p>
          {line.file && !line.final ? (
            <Button weight="quiet" onClick={onRetry} aria-label={`Retry ${name}`}>
              Retry
            </Button>
          ) : null}
        </div>
      ) : null}
    </li>
  );
}

interface FiledCopyLinkProps {
  copy: FiledCopy;
  patientId: string;
}

function FiledCopyLink({ copy: { id, title, created_at: at }, patientId }: FiledCopyLinkProps) {
  const format = useFormat();
  return (
    <>
      <TextLink href={`/patients/${patientId}/documents/${id}`}>
        <bdi>{title}</bdi>
      </TextLink>
      , filed {format.instant(at)}
    </>
  );
}

/** Asks for a file that only the server has: it could not be put back. */
function RemoveFile({ line, onRemove }: Pick<UploadLineProps, 'line' | 'onRemove'>) {
  const name = `Remove ${line.name}`;
  if (line.file || !line.uploadId)
    return (
      // The next file's button takes the place and the focus: a held key or a double click removes one file.
      <Button
        id={removeId(line)}
        weight="quiet"
        onKeyDown={(event) => event.repeat && event.preventDefault()}
        onClick={({ detail }) => detail < 2 && onRemove()}
        aria-label={name}
        aria-describedby={line.state === 'failed' ? failureId(line) : undefined}
      >
        Remove
      </Button>
    );
  return (
    <ConfirmDialog
      opener={{ id: removeId(line), label: 'Remove', name, weight: 'quiet' }}
      title={`Remove ${isolateFile(line.name)}?`}
      confirm="Remove"
      isDestructive
      onConfirm={async () => {}}
      done={onRemove}
    >
      <p>Its upload is deleted. Choose the file again to upload it.</p>
    </ConfirmDialog>
  );
}

const failureId = ({ key }: UploadLine): string => `failure-${key}`;

/** Found by the server; before that, guessed by the browser from the name. */
const typeOf = ({ file, contentType }: UploadLine): string => contentType ?? file?.type ?? '';

function typeWord(line: UploadLine): string | null {
  const type = typeOf(line);
  return type ? fileTypeName(type) : null;
}

/** Below the name; null if the outcome is below it. */
function stateWord({ state, confirmed, message }: UploadLine): string | null {
  if (state === 'waiting') return 'Queued';
  if (state === 'sending') return message ?? 'Uploading';
  if (state === 'filing' || (state === 'uploaded' && confirmed)) return 'Filing';
  return state === 'uploaded' ? 'Uploaded, not filed' : null;
}

function UploadProgress({ line }: { line: UploadLine }) {
  const { state, confirmed, message } = line;
  return (
    <>
      {state === 'sending' ? (
        <ProgressLine label={`Uploading ${line.name}`} sent={line.sent} total={line.size} />
      ) : null}
      {confirmed && (isUploading(line) || state === 'failed') ? <p>Will be filed after the upload.</p> : null}
      {message && state === 'uploaded' ? (
        <p className="flex items-start gap-2 font-semibold text-error">
          <Icon name="problem" className="mt-1 size-4 shrink-0" />
          <span>{message}</span>
        </p>
      ) : null}
    </>
  );
}

const CopyProblem = ({ children }: { children: ReactNode }) => (
  <p className="flex items-start gap-2 font-semibold">
    <Icon name="problem" className="mt-1 size-4 shrink-0" />
    <span>{children}</span>
  </p>
);
