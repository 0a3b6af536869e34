import type { OrganizationSettings } from '@/server/domain/organizations/contract';
import { ACCENT_COLORS, PAPER_SIZES } from '@/server/data-types/organization-codes';
import { CheckboxList } from '../../ui/checkbox-list';
import { SelectField, type Option } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import type { SettingsControls } from './settings-fields';
import { ACCENT_WORDS, PAPER_WORDS, TITLE_WORDS } from './settings-words';

interface GeneralFieldsProps {
  settings: OrganizationSettings;
  zones: readonly Option[];
  controls: SettingsControls;
}

type CriticalFieldsProps = Omit<GeneralFieldsProps, 'zones'>;

export const CriticalFields = ({ settings, controls: { field } }: CriticalFieldsProps) => (
  <>
    <TextField {...field('critical')} defaultValue={settings.critical_minutes} />
    <TextField {...field('critical-alarm')} defaultValue={settings.critical_alarm_minutes} />
  </>
);

export const GeneralFields = ({ settings, zones, controls: { field, group } }: GeneralFieldsProps) => (
  <>
    <SelectField
      // After a change the list shows the stored value.
      key={settings.time_zone}
      {...field('time-zone')}
      options={zones}
      defaultValue={settings.time_zone}
    />
    <SelectField
      key={`paper ${settings.paper_size}`}
      {...field('paper')}
      options={PAPER_SIZES.map((value) => ({ value, label: PAPER_WORDS[value] }))}
      defaultValue={settings.paper_size}
    />
    <SelectField
      key={`accent ${settings.accent_color}`}
      {...field('accent')}
      options={ACCENT_COLORS.map((value) => ({ value, label: ACCENT_WORDS[value] }))}
      defaultValue={settings.accent_color}
    />
    <CheckboxList
      {...group('titles')}
      kind="radio"
      options={[
        {
          value: 'named',
          label: TITLE_WORDS.named,
          detail: 'Helps to distinguish open charts.',
          checked: !settings.hide_names,
        },
        {
          value: 'hidden',
          label: TITLE_WORDS.hidden,
          detail: 'For screens that others can see. Pages still show the name.',
          checked: settings.hide_names,
        },
      ]}
    />
  </>
);
