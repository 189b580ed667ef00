// The peer of the benchmark: Go's net/http and pgx on the same tables, with the statements that the server runs.
//
//	peer ADDRESS DATABASE_URL STATEMENTS.json
//
// STATEMENTS.json is what `kiroku bench-statements` prints: pgbench's scripts, whose random values become parameters of
// the write; the read is written out below.
// It answers GET /healthz, GET /v1/entries/suggested and POST /v1/entries, with 16 pooled connections, prepared
// statements and generic plans.
package main

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
)

type weight struct {
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

type entry struct {
	ID               string    `json:"id"`
	WeightKg         float64   `json:"weightKg"`
	Weight           weight    `json:"weight"`
	RecordedAt       time.Time `json:"recordedAt"`
	TimePrecision    string    `json:"timePrecision"`
	TimeZone         string    `json:"timeZone"`
	UTCOffsetMinutes int16     `json:"utcOffsetMinutes"`
	DayStart         int16     `json:"dayStart"`
	LocalDay         time.Time `json:"localDay"`
	Note             *string   `json:"note"`
	Source           *string   `json:"source"`
	BodyFat          *int32    `json:"bodyFatPercent"`
	Version          time.Time `json:"version"`
	Rev              int64     `json:"rev"`
	CreatedAt        time.Time `json:"createdAt"`
	UpdatedAt        time.Time `json:"updatedAt"`
}

var (
	pool       *pgxpool.Pool
	encoding   = base32.StdEncoding.WithPadding(base32.NoPadding)
	errNoToken = errors.New("no token")
)

// The read, its columns flat: pgx decodes them sooner than a composite.
const suggestedSQL = `
select t.id, t.scope, t.last_used_at is null, t.last_used_at <= statement_timestamp() - interval '1 minute',
  a.time_zone, a.locale, a.unit, a.day_start_minutes, a.week_start, a.epoch, r.rev,
  e.id, e.recorded_at, e.weight_grams, e.entered_thousandths, e.entered_unit, e.time_precision, e.time_zone,
  e.utc_offset_minutes, e.day_start_minutes, e.local_day, e.note, e.source, e.body_fat_thousandths, e.version_at,
  e.rev, e.created_at, e.updated_at
from tokens t
join accounts a on a.account_id = t.account_id
join account_revisions r on r.account_id = t.account_id
left join lateral (
  select e.*
  from weight_entries e
  where e.account_id = t.account_id and e.deleted_at is null
  order by e.recorded_at desc, e.id desc limit 7
) e on true
where t.account_id = $1 and t.secret_sha256 = sha256($2)
  and t.revoked_at is null and (t.expires_at is null or t.expires_at > statement_timestamp())`

// The expressions by which pgbench's scripts name their random values, and the parameter of each.
var parameters = strings.NewReplacer(
	"lpad(:account::text, 32, '0')::uuid", "$1::uuid",
	"decode(lpad(:account::text, 64, '0'), 'hex')", "$2::bytea",
	"lpad(:operation::text, 32, '0')::uuid", "$3::uuid",
	"lpad(:entry::text, 32, '0')::uuid", "$4::uuid",
	"\\startpipeline", "", "\\endpipeline", "")

// statements reads a script's statements, its \set lines left out.
func statements(script string) []string {
	lines := strings.Split(script, "\n")
	kept := lines[:0]
	for _, line := range lines {
		if !strings.HasPrefix(line, "\\set ") {
			kept = append(kept, line)
		}
	}
	var all []string
	for _, text := range strings.Split(parameters.Replace(strings.Join(kept, "\n")), ";\n") {
		if strings.TrimSpace(text) != "" {
			all = append(all, text)
		}
	}
	return all
}

// token takes the account's id and the secret's random bytes from the Authorization field.
func token(request *http.Request) (account [16]byte, random []byte, err error) {
	text := request.Header.Get("Authorization")
	if !strings.HasPrefix(text, "Bearer krk_") {
		return account, nil, errNoToken
	}
	bytes, err := encoding.DecodeString(strings.ToUpper(text[len("Bearer krk_"):]))
	if err != nil || len(bytes) != 52 {
		return account, nil, errNoToken
	}
	copy(account[:], bytes)
	return account, bytes[16:48], nil
}

func suggested(writer http.ResponseWriter, request *http.Request) {
	account, random, err := token(request)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusUnauthorized)
		return
	}
	rows, err := pool.Query(request.Context(), "R1", account, random)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusInternalServerError)
		return
	}
	defer rows.Close()
	entries := make([]entry, 0, 7)
	for rows.Next() {
		var e entry
		var grams, typed int32
		var skipped [11]interface{}
		targets := make([]interface{}, 0, 28)
		for i := range skipped {
			targets = append(targets, &skipped[i])
		}
		var id [16]byte
		targets = append(targets, &id, &e.RecordedAt, &grams, &typed, &e.Weight.Unit, &e.TimePrecision, &e.TimeZone,
			&e.UTCOffsetMinutes, &e.DayStart, &e.LocalDay, &e.Note, &e.Source, &e.BodyFat, &e.Version, &e.Rev,
			&e.CreatedAt, &e.UpdatedAt)
		if err := rows.Scan(targets...); err != nil {
			http.Error(writer, err.Error(), http.StatusInternalServerError)
			return
		}
		e.ID, e.WeightKg, e.Weight.Value = uuid(id), float64(grams)/1000, float64(typed)/1000
		entries = append(entries, e)
	}
	answer(writer, http.StatusOK, map[string]interface{}{"entries": entries})
}

func create(writer http.ResponseWriter, request *http.Request) {
	account, random, err := token(request)
	if err != nil {
		http.Error(writer, err.Error(), http.StatusUnauthorized)
		return
	}
	var body struct {
		WeightKg float64 `json:"weightKg"`
	}
	if err := json.NewDecoder(request.Body).Decode(&body); err != nil {
		http.Error(writer, err.Error(), http.StatusBadRequest)
		return
	}
	var operation, id [16]byte
	rand.Read(operation[:])
	rand.Read(id[:])
	batch := &pgx.Batch{}
	batch.Queue("W1-0", account, random)
	batch.Queue("W1-1", account, operation, id)
	results := pool.SendBatch(request.Context(), batch)
	defer results.Close()
	for i := 0; i < 2; i++ {
		tag, err := results.Exec()
		if err != nil || tag.RowsAffected() != 1 {
			http.Error(writer, "not stored", http.StatusInternalServerError)
			return
		}
	}
	answer(writer, http.StatusCreated, entry{ID: uuid(id), WeightKg: body.WeightKg})
}

func answer(writer http.ResponseWriter, status int, value interface{}) {
	writer.Header().Set("Content-Type", "application/json")
	writer.WriteHeader(status)
	json.NewEncoder(writer).Encode(value)
}

func uuid(id [16]byte) string {
	const digits = "0123456789abcdef"
	text := make([]byte, 0, 36)
	for i, b := range id {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			text = append(text, '-')
		}
		text = append(text, digits[b>>4], digits[b&15])
	}
	return string(text)
}

func main() {
	// A heap of a few megabytes would be collected a thousand times a second.
	debug.SetGCPercent(800)
	file, err := os.ReadFile(os.Args[3])
	check(err)
	scripts := map[string]string{}
	check(json.Unmarshal(file, &scripts))
	config, err := pgxpool.ParseConfig(os.Args[2])
	check(err)
	config.MaxConns = 16
	config.ConnConfig.RuntimeParams["plan_cache_mode"] = "force_generic_plan"
	// As the server's own connections for writes are set.
	for _, name := range []string{"enable_seqscan", "enable_hashjoin", "enable_mergejoin"} {
		config.ConnConfig.RuntimeParams[name] = "off"
	}
	config.AfterConnect = func(context context.Context, connection *pgx.Conn) error {
		if _, err := connection.Prepare(context, "R1", suggestedSQL); err != nil {
			return err
		}
		write := statements(scripts["W1"])
		// Each statement has the parameters that it uses, numbered from one.
		second := strings.NewReplacer("$3::uuid", "$2::uuid", "$4::uuid", "$3::uuid").Replace(write[1])
		// It has no waiting lane for those whose account is locked, so it waits at once.
		first := strings.Replace(write[0], "for update skip locked", "for update", 1)
		if _, err := connection.Prepare(context, "W1-0", first); err != nil {
			return err
		}
		_, err := connection.Prepare(context, "W1-1", second)
		return err
	}
	pool, err = pgxpool.ConnectConfig(context.Background(), config)
	check(err)
	http.HandleFunc("/healthz", func(writer http.ResponseWriter, _ *http.Request) { writer.Write([]byte("ok\n")) })
	http.HandleFunc("/v1/entries/suggested", suggested)
	http.HandleFunc("/v1/entries", create)
	log.Fatal(http.ListenAndServe(os.Args[1], nil))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
