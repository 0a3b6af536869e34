{{- define "clinical.labels" -}}
app.kubernetes.io/name: clinical-data-service
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "clinical.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- /* Files of a Secret, and the settings that name them. Takes a Secret of the values. */ -}}
{{- define "clinical.secretFiles" -}}
{{- range .keys }}
- name: {{ . }}_FILE
  value: /run/secrets/clinical/{{ . }}
{{- end }}
{{- end }}

{{- define "clinical.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "clinical.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{- define "clinical.mounts" -}}
- { name: data, mountPath: /data }
- { name: tmp, mountPath: /tmp }
- { name: secrets, mountPath: /run/secrets/clinical, readOnly: true }
{{- end }}
